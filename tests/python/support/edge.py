"""The address and the credentials of an edge."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]


class Edge(NamedTuple):
    url: str
    #: A data key of access level raw.
    key: str
    #: A token of an account with three brands.
    token: str
