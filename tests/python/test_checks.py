"""The core in Python has the same results as everywhere: those of the corpus and of the native core, byte for byte."""

from __future__ import annotations

import base64
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest
from overheard import Overheard, ProblemError, Shaped, check, shape
from overheard._checks import Request
from overheard._core import has_letter

from support.edge import ROOT
from support.server import KEY, Server

CORPUS = ROOT / "tests" / "corpus"
DATA = {
    "aggregate": "aggregate",
    "search": "search",
    "creators": "creators",
    "co-mentions": "co-mentions",
    "sector": "sector",
    "json": "creators",
}
MADE = {"reports": "create-report", "webhooks": "create-webhook"}


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((CORPUS / f"{name}.json").read_text())
    return found


def forms(example: dict[str, Any]) -> list[Request]:
    """Returns the equivalent forms of a case's body. Some texts have no object form; not all bytes are UTF-8."""
    if "query" in example:
        return [example["query"], f"?{example['query']}"]
    if "body_base64" in example:
        return [base64.b64decode(example["body_base64"])]
    if "body_text" in example:
        return [example["body_text"], example["body_text"].encode()]
    body: Any = example["body"]
    text = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
    try:
        return [body, text, text.decode()]
    except UnicodeDecodeError:
        return [body]


def differences(violation: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Checks a violation. Members that a case omits are ignored, except those that belong to a message."""
    compared = [*expected, *(["allowed", "did_you_mean"] if "message" in expected else [])]
    return [name for name in dict.fromkeys(compared) if violation.get(name) != expected.get(name)]


@pytest.mark.parametrize(("name", "operation"), [*DATA.items(), *MADE.items(), ("account", None)])
def test_the_corpus(name: str, operation: str | None) -> None:
    compared = 0
    for example in cases(name):
        asked = operation or example["operation"]
        for request in forms(example):
            compared += 1
            where = f"{example['name']}: {request!r}"
            problem = check(asked, request)
            if "accept" in example:
                assert problem is None, f"{where}: {problem}"
                accepted(asked, request, example["accept"], where)
            else:
                assert problem is not None, where
                refused = example["refuse"]
                # A problem without violations, such as an unknown id, is compared as a whole.
                violations = [dict(violation) for violation in problem.errors] or [problem.document]
                assert problem.status == example.get("refuse_status", 400), where
                assert len(violations) == len(refused), f"{where}: {problem.body}"
                for violation, expected in zip(violations, refused, strict=True):
                    assert not differences(violation, expected), f"{where}: {violation}"
                with pytest.raises(ProblemError) as error:
                    shape(asked, request)
                assert error.value.problem == problem
    assert compared > 40


def accepted(operation: str, request: Request, expected: dict[str, Any], where: str) -> None:
    shaped = shape(operation, request)
    assert shaped.cost == expected.get("cost", shaped.cost), where
    if "address" in expected:
        assert shaped == Shaped("DELETE" if operation.startswith("delete-") else "GET", expected["address"], {}, None, shaped.cost), where
        if "id=" not in str(request):
            assert shape(operation, expected["address"].partition("?")[2]) == shaped, where
        return
    assert (shaped.method, shaped.headers) == ("POST", {"Content-Type": "application/json"})
    if operation in MADE.values():
        # The body is computed, and not cached by the request's text.
        assert shaped.body is not None
        assert json.loads(shaped.body) == json.loads(request if isinstance(request, (str, bytes)) else json.dumps(request))
        return
    assert shaped.body == expected["canonical"], where
    assert shaped.path == f"/v1/{operation}"
    assert shape(operation, shaped.body) == shaped, where


def test_ten_thousand_mutated_requests_agree_with_the_native_core() -> None:
    node = ROOT / "scripts" / "node_modules" / "node" / "bin" / "node"
    told = subprocess.run([node, ROOT / "tests" / "python" / "support" / "mutated.mjs"], stdout=subprocess.PIPE, check=True, cwd=ROOT)
    lines = told.stdout.splitlines()
    assert len(lines) >= 10_000
    refused = 0
    for line in lines:
        operation, encoded, expected = json.loads(line)
        given = base64.b64decode(encoded)
        is_address = operation not in DATA.values() and operation not in MADE.values()
        request: Request = f"?{given.decode()}" if is_address else given
        problem = check(operation, request)
        if problem is not None:
            refused += 1
            assert problem.body == expected, f"{operation} {given!r}"
            continue
        shaped = shape(operation, request)
        assert [shaped.body if operation in DATA.values() else shaped.path, shaped.cost] == expected, f"{operation} {given!r}"
    assert 0.5 < refused / len(lines) < 0.95


def test_letters_are_those_of_the_core() -> None:
    assert all(has_letter(text) for text in ("a", "7", "é", "保湿", "ß", "Ⅷ", "²", "\u0345", "…a"))
    assert not any(has_letter(text) for text in ("", "!?", "…", "_", "\u00a0", "\u0301", "😀", "\ufffd"))


def test_texts_have_letters_as_in_the_corpus() -> None:
    entries: list[dict[str, Any]] = json.loads((CORPUS / "text.json").read_text())["tokens"]
    for entry in entries:
        problem = check("search", {"index": "siv_info", "q": entry["text"]})
        assert (problem is None) is entry["has"], entry
        if problem is not None:
            assert problem.errors[0]["message"] == "q must contain at least one letter or digit."


def test_values_without_a_json_form() -> None:
    sector = {"brands": ({"label": "Velunara", "terms": ("velunara",)},), "from_date": date(2026, 1, 1), "to_date": date(2026, 3, 31)}
    assert shape("sector", sector).body == (
        '{"brands":[{"exact":false,"label":"Velunara","must_context":[],"terms":["velunara"]}],"from_date":"2026-01-01","to_date":"2026-03-31"}'
    )
    since = datetime(2026, 1, 1, 2, tzinfo=timezone(timedelta(hours=2)))
    assert "indexed_after=2026-01-01T00%3A00%3A00Z" in shape("mentions", {"indexed_after": since}).path
    assert shape("mentions", {"platform": ["youtube", "-tiktok"], "q": None, "limit": 5}).path.endswith(
        "limit=5&order=desc&platform=-tiktok,youtube&sort=upload_date"
    )
    halves = check("search", {"index": "siv_info", "q": "a\ud800"})
    assert halves is not None and halves.code == "invalid_json"


def test_a_byte_order_mark_is_named() -> None:
    message = "body is not valid JSON: leave out the byte order mark at line 1 column 1."
    for body in ('\ufeff{"size":5}', b'\xef\xbb\xbf{"size":5}'):
        problem = check("creators", body)
        assert problem is not None and (problem.code, problem.message) == ("invalid_json", message)


def test_unknown_operations() -> None:
    for unknown in ("co_mentions", "schema", ""):
        with pytest.raises(
            ValueError,
            match=rf"^operation '{unknown}' is not allowed\. Allowed: \[aggregate, search, creators, co-mentions, sector, mentions",
        ):
            check(unknown, {})


def test_a_problem_prints_its_message() -> None:
    problem = check("aggregate", {"index": "siv_info", "group_by": "brand_name"})
    assert problem is not None
    assert repr(problem) == f"<Problem field_not_allowed: {problem.message}>"
    assert (problem.type, problem.instance, problem.detail) == (
        "/problems/field-not-allowed",
        "urn:request:req_0000000000",
        problem.message,
    )
    assert problem.document == json.loads(problem.body)


def test_threads_share_the_core() -> None:
    requests = [{"index": "siv_info", "group_by": name} for name in ("platform", "brand_name", "category", "tag")] * 200
    alone = [check("aggregate", request) for request in requests]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda request: check("aggregate", request), requests)) == alone


def test_a_checked_query_is_sent_in_its_canonical_form(server: Server) -> None:
    client = Overheard(base_url=server.url, key=KEY, retries=0)
    for is_checked, sent in [
        (True, b'{"filters":{},"size":5,"sort_field":"subscriber_count","sort_order":"desc"}'),
        (False, b'{"size":5}'),
    ]:
        with pytest.raises(Exception, match="matched_creators must be a whole number"):
            client.with_options(check=is_checked).creators(size=5)
        assert server.asked[-1].body == sent
    with client, pytest.raises(ProblemError):
        client.creators(size=51)
    assert len(server.asked) == 2
