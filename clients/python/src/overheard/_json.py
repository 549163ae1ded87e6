"""What values are that were read from JSON, for who has to be told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard


def is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether a value is an object: what a caller has put into another class among it."""
    return isinstance(value, Mapping)


def is_several(value: object) -> TypeGuard[Iterable[Any]]:
    """Whether a value is a list, or what stands for one in a request: a tuple, a set, whatever can be gone through."""
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a value is a list."""
    return isinstance(value, list)
