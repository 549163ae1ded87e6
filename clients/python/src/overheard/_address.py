"""Where requests go, and how what they ask is written there."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from urllib.parse import quote, urlencode, urlsplit

from ._json import is_several
from ._plain import UnfitError, fault_of, plain

_THIS_MACHINE = re.compile(r"localhost|.+\.localhost|127(\.\d+){3}|::1")


def base_of(base_url: str) -> str:
    """The beginning of every address, without a slash at its end."""
    url = urlsplit(base_url)
    host = url.hostname or ""
    is_safe = host != "" and (url.scheme == "https" or (url.scheme == "http" and _THIS_MACHINE.fullmatch(host) is not None))
    if not is_safe or "@" in url.netloc or "?" in base_url or "#" in base_url:
        shown = f"'{url.scheme}://{url.netloc.rpartition('@')[2]}{url.path}'" if host else "no address"
        raise ValueError(
            f"base_url must be an https:// address (http:// only on this machine) without a user, a query or a fragment. Got {shown}."
        )
    return f"{url.scheme}://{url.netloc}{url.path.rstrip('/')}"


def address_of(base: str, path: str, query: Mapping[str, object] | None = None) -> str:
    """The address of a path with its query."""
    if not path.startswith("/"):
        raise ValueError(f"path must begin with '/'. Got '{path}'.")
    given = query_of(query or {})
    separator = "&" if "?" in path else "?"
    return f"{base}{path}{separator}{given}" if given else base + path


def query_of(parameters: Mapping[str, object]) -> str:
    """Parameters as the text of a query. A list is repeated, and each of its items is one value; None is left out."""
    pairs: list[tuple[str, str]] = []
    for name, value in parameters.items():
        if is_several(value):
            texts = [_text_of(name, item) for item in value if item is not None]
            # Free text is no list.
            pairs += [(name, text if name == "q" else _quoted(text)) for text in texts]
        elif value is not None:
            pairs.append((name, _text_of(name, value)))
    return urlencode(pairs)


def _quoted(value: str) -> str:
    """An item of a list, in quotation marks if it would be read as several values or as another one."""
    if "," in value or value.removeprefix("-").startswith('"'):
        return '"' + value.replace('"', '""') + '"'
    return value


def path_of(path: str, question: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """A path with the id of what is asked about, and the other parameters."""
    if "{id}" not in path:
        return path, dict(question)
    others = {name: value for name, value in question.items() if name != "id"}
    return path.replace("{id}", quote(_text_of("id", question.get("id", "")), safe="")), others


def well_formed(text: str) -> str:
    """A text without halves of characters, in place of which U+FFFD stands, as on the web."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _text_of(name: str, value: object) -> str:
    """A value as it stands in an address."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"parameter '{name}' must be a finite number. Got {value}.")
        return number_text(float(value))
    try:
        found = plain(value)
        if isinstance(found, (dict, list, tuple)):
            raise UnfitError
    except UnfitError as fault:
        rule = str(fault) or f"must be a text, a number, a boolean or a date, or a list of these. Got {type(value).__name__}"
        raise fault.kind(f"parameter '{name}' {rule}.") from None
    return _text_of(name, found)


def body_of(request: object) -> bytes:
    """A request as the JSON text of a body, in UTF-8. The error for what JSON cannot hold names its member."""
    try:
        text = json.dumps(request, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=plain)
        return text.encode()
    except UnicodeEncodeError:
        # Half of a character: only an escape can say it.
        return json.dumps(request, allow_nan=False, separators=(",", ":"), default=plain).encode()
    except UnfitError as error:
        # An iterator has nothing left for a second look.
        raise fault_of(request) or error.kind(f"the request has a member that {str(error) or 'JSON cannot hold'}.") from None
    except (TypeError, ValueError) as error:
        raise fault_of(request) or error from None


def number_text(number: float) -> str:
    """The shortest text that reads back as the same double, as ECMAScript writes it (RFC 8785, section 3.2.2.3)."""
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = f"{abs(number)!r}".partition("e")
    whole, _, decimals = mantissa.partition(".")
    digits = (whole + decimals).lstrip("0")
    # Where the point is: so many digits before it, or, below zero, noughts behind it.
    point = len(whole) + int(exponent or 0) if whole.strip("0") else int(exponent or 0) - (len(decimals) - len(decimals.lstrip("0")))
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return f"{sign}{digits}{'0' * (point - len(digits))}"
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return f"{sign}{digits[0]}{'.' if len(digits) > 1 else ''}{digits[1:]}{power}"
