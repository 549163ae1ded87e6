"""A server on this machine that answers as a test tells it: what an edge does only when something is wrong."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "ohk_test_server"
TOKEN = "oht_test_server"


@dataclass
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Told:
    """An answer."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    #: Ends the connection without an answer.
    hangs_up: bool = False
    #: Waits for this before it answers.
    until: threading.Event | None = None


def problem(status: int, code: str, headers: dict[str, str] | None = None) -> Told:
    """A refusal as the edge words it."""
    document = {
        "type": f"/problems/{code.replace('_', '-')}", "title": "Title", "status": status, "detail": "What is wrong.", "instance": "urn:request:req_1",
        "message": "What is wrong.", "code": code, "param": None, "errors": [], "request_id": "req_1", "retryable": status in (429, 503),
    }  # fmt: skip
    return Told(status, document, {"X-Request-Id": "req_1", **(headers or {})})


class Server:
    """Answers with what it was told to, one after the other, and with the last of it for ever."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self._answers: list[Told | Callable[[Asked], Told]] = [Told()]
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # An answer is one packet: the second of two would wait for the first to be confirmed.
            wbufsize = 65_536

            def _answer(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                asked = Asked(
                    self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, self.rfile.read(length)
                )
                told = server._next(asked)
                if told.until is not None:
                    told.until.wait(30)
                if told.hangs_up:
                    self.close_connection = True
                    self.connection.close()
                    return
                content = told.body if isinstance(told.body, bytes) else json.dumps(told.body).encode()
                self.send_response(told.status)
                for name, value in {"Content-Type": "application/json", "Content-Length": str(len(content)), **told.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_DELETE = _answer

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def tells(self, *answers: Told | Callable[[Asked], Told]) -> None:
        """What it answers from now on."""
        self.asked.clear()
        self._answers = list(answers)

    def _next(self, asked: Asked) -> Told:
        self.asked.append(asked)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return answer(asked) if callable(answer) else answer

    def __enter__(self) -> Server:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
