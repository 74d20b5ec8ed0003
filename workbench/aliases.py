"""Aliases of types: arrays, and what JSON can hold."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Array: TypeAlias = NDArray[Any]
"""Of any numbers."""
JsonObject: TypeAlias = dict[str, Any]
"""What JSON can hold, by name."""
