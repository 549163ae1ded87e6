"""Types of requests, answers and events, for annotations: `from overheard.types import MentionAnswer`."""

from ._generated.types import *  # noqa: F403
from ._generated.types import __all__ as __all__
