"""What the client raises. No message and no representation holds a credential."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from ._problem import Problem, Violation

if TYPE_CHECKING:
    from ._response import ResponseInfo

#: How much of a wrong value a message repeats.
SHOWN = 64


class OverheardError(Exception):
    """Everything that the client raises but misuse, which is a TypeError or a ValueError."""


class ProblemError(OverheardError):
    """A request is refused: before it is sent, or by the edge."""

    def __init__(self, problem: Problem, response: ResponseInfo | None = None) -> None:
        super().__init__(problem.message)
        self.problem = problem
        #: What the edge answered with; None when nothing was sent.
        self.response = response

    @property
    def code(self) -> str:
        """What is wrong, for programs."""
        return self.problem.code

    @property
    def status(self) -> int:
        """The status of the answer."""
        return self.problem.status

    @property
    def message(self) -> str:
        """What is wrong, for people."""
        return self.problem.message

    @property
    def param(self) -> str | None:
        """Where it is."""
        return self.problem.param

    @property
    def allowed(self) -> list[str | int | float] | None:
        """What the place takes."""
        return self.problem.allowed

    @property
    def did_you_mean(self) -> str | None:
        """The nearest of what is allowed."""
        return self.problem.did_you_mean

    @property
    def errors(self) -> list[Violation]:
        """Every violation, up to 20."""
        return self.problem.errors

    @property
    def request_id(self) -> str:
        """The id to quote when something is unclear."""
        return self.problem.request_id

    @property
    def retryable(self) -> bool:
        """Whether the same request may succeed later."""
        return self.problem.retryable


class DecodeError(OverheardError):
    """An answer is not what the interface documents."""

    def __init__(self, path: str, expected: str, value: object = None, *, is_there: bool = True) -> None:
        got = described(value) if is_there else "nothing"
        super().__init__(f"{path or 'the answer'} must be {expected}. Got {got}.")
        #: Where: a JSON Pointer into the answer.
        self.path = path
        #: What the interface documents.
        self.expected = expected
        #: What is there.
        self.got = got
        #: What the edge answered with; None when `decode` was called directly.
        self.response: ResponseInfo | None = None


class TransportError(OverheardError):
    """There was no answer."""

    def __init__(self, code: Literal["network", "timeout", "redirected"], message: str) -> None:
        super().__init__(message)
        self.code = code
        #: How many times the request was sent.
        self.attempts = 1


class ReportError(OverheardError):
    """A report that is waited for has no files: it has failed, or they are no longer kept."""

    def __init__(self, report: Mapping[str, Any]) -> None:
        status = report["status"]
        error: Mapping[str, Any] = report.get("error") or {"code": status, "message": f"the report is {status}.", "retryable": False}
        super().__init__(error["message"])
        #: For programs, such as `too_large`; `expired` where the files are no longer kept.
        self.code: str = error["code"]
        #: Whether the same report may succeed when it is asked for again.
        self.retryable: bool = error["retryable"]
        #: The report as the edge told it last.
        self.report = report


class WebhookError(OverheardError):
    """A delivery is not to be trusted."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        #: For programs: `missing_header`, `invalid_secret`, `invalid_timestamp`, `too_old`, `too_new`,
        #: `invalid_signature` or `invalid_body`.
        self.reason = reason


def described(value: object) -> str:
    """A value as messages show it."""
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    text = {None: "null", True: "true", False: "false"}.get(value) if value is None or isinstance(value, bool) else str(value)
    text = text or ""
    shown = f"{text[:SHOWN]}…" if len(text) > SHOWN else text
    return f"'{shown}'" if isinstance(value, str) else shown
