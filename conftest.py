"""For all tests: one thread for NumPy's matrix products, in the tests and in the kernels that they start.

The notebooks multiply small matrices. Where tests share the cores with a browser, the threads of such
products mostly wait for each other, and a notebook takes minutes instead of seconds. The committed outputs
must not depend on the number of threads.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
