"""What values are that were read from JSON, for who has to be told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard


def is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether a value is an object: what a caller has put into another class among it."""
    return isinstance(value, Mapping)


def is_several(value: object) -> TypeGuard[Iterable[Any]]:
    """True for a list, and for what stands for one in a request: a tuple, a set, an array, whatever can be gone through.

    Bytes are not several numbers, a table is not its columns, and an array without a dimension is one value.
    """
    is_one = isinstance(value, (str, bytes, bytearray, memoryview, Mapping)) or hasattr(value, "columns") or getattr(value, "ndim", 1) == 0
    return isinstance(value, Iterable) and not is_one


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a value is a list."""
    return isinstance(value, list)
