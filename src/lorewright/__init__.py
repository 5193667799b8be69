"""Lorewright turns sources into knowledge that can be checked."""

import os

__version__ = "0.1.0"

# The products we ask of numpy are small: more threads spin beside them, which doubles the work of a search and speeds up
# none. OpenBLAS reads this when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
