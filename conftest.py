"""For all tests: NumPy takes as many threads as in a learner's notebook, in this process and in its kernels.

The committed outputs must not depend on that number.
"""

from helpers.course_setup import limit_threads

limit_threads()
