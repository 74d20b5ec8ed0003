"""Aliases of types of arrays."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Array: TypeAlias = NDArray[Any]
"""Of any numbers."""
