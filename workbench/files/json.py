"""Data that JSON can hold."""

from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
"""Data by name."""
