"""The client of Overheard: which brands are talked about in public video, how much, in which tone, by whom.

    from overheard import Overheard

    with Overheard(base_url="https://insights.example", key="ohk_…") as client:
        client.aggregate(index="siv_business_ideas", group_by="brand_name")

Modules are loaded when something of them is used first, so that importing the package costs little.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ._version import __version__

if TYPE_CHECKING:
    from ._async_client import AsyncOverheard
    from ._checks import Shaped, check, shape
    from ._client import Overheard
    from ._decode import decode
    from ._errors import DecodeError, OverheardError, ProblemError, ReportError, TransportError, WebhookError
    from ._frames import to_pandas, to_polars
    from ._pages import AsyncItems, Items
    from ._problem import Problem, Violation
    from ._reports import ReportFile
    from ._response import RateLimit, ResponseInfo
    from ._webhooks import verify_webhook

__all__ = [
    "AsyncItems",
    "AsyncOverheard",
    "DecodeError",
    "Items",
    "Overheard",
    "OverheardError",
    "Problem",
    "ProblemError",
    "RateLimit",
    "ReportError",
    "ReportFile",
    "ResponseInfo",
    "Shaped",
    "TransportError",
    "Violation",
    "WebhookError",
    "__version__",
    "check",
    "decode",
    "shape",
    "to_pandas",
    "to_polars",
    "verify_webhook",
]

_MODULES = {
    "_async_client": ["AsyncOverheard"],
    "_checks": ["Shaped", "check", "shape"],
    "_client": ["Overheard"],
    "_decode": ["decode"],
    "_errors": ["DecodeError", "OverheardError", "ProblemError", "ReportError", "TransportError", "WebhookError"],
    "_frames": ["to_pandas", "to_polars"],
    "_pages": ["AsyncItems", "Items"],
    "_problem": ["Problem", "Violation"],
    "_reports": ["ReportFile"],
    "_response": ["RateLimit", "ResponseInfo"],
    "_webhooks": ["verify_webhook"],
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    found: object = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
