"""The small package behind the notebooks: a map of its rooms, in reading order. Start with ``attention.py``.

A room imports from lower floors only, and from another room only through its door, the ``__init__`` with the
public names. A test reads this table, and CONTRIBUTING.md repeats it.

=====  ============  ========================================================================
floor  room          what is in it
=====  ============  ========================================================================
2      attention     softmax, masks, one head: open this first
3      heads         several heads side by side
2      embeddings    words as vectors: tokens, the GloVe vectors, cosines, a flat map
3      learning      a head that learns: its gradients, its steps, its data sets, its baselines
3      examples      the published examples, recomputed and compared; small vectors for all
2      pictures      pictures as plain data, drawn as SVG and PNG and said in words
3      widgets       the workbench of labs and cards: frame, style, controls, lab
4      labs          one lab a file, or a folder; each lab is its own door
4      exercises     guesses, exercises with checks, quizzes, progress
1      arrays        what an array must be; short texts for errors
1      files         where the files of the course lie; one sentence for a damaged one
0      course_setup  what the first cell of a notebook runs, before anything else
5      readiness     is this computer ready for the course
=====  ============  ========================================================================
"""
