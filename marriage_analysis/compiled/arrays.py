"""The arrays that compiled code takes and gives; all lie in one piece, rows after each other."""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from marriage_analysis.compiled.jit import Dimensions

Counts = Annotated[npt.NDArray[np.uint8], Dimensions(1)]
"""How many copies of each of the 54 faces, by face number."""

CountRows = Annotated[npt.NDArray[np.uint8], Dimensions(2)]
"""A column of hands: one row a hand, 54 counts each."""

Words = Annotated[npt.NDArray[np.int64], Dimensions(1)]
"""Whole numbers: sets of faces as words of bits, tables, a column of answers."""

WordRows = Annotated[npt.NDArray[np.int64], Dimensions(2)]
"""Rows of whole numbers."""

FixedText = Annotated[npt.NDArray[np.uint8], Dimensions(1, fixed=True)]
"""The bytes of a text that stands in a module."""
