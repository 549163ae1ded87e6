"""A server on this machine whose responses a test sets, including faults of an edge."""

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
    """A received request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Told:
    """A response."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    #: True if the connection closes without a response.
    hangs_up: bool = False
    #: The server waits for this event before it responds.
    until: threading.Event | None = None


def problem(status: int, code: str, headers: dict[str, str] | None = None) -> Told:
    """Returns an error response in the edge's form."""
    document = {
        "type": f"/problems/{code.replace('_', '-')}", "title": "Title", "status": status, "detail": "What is wrong.", "instance": "urn:request:req_1",
        "message": "What is wrong.", "code": code, "param": None, "errors": [], "request_id": "req_1", "retryable": status in (429, 503),
    }  # fmt: skip
    return Told(status, document, {"X-Request-Id": "req_1", **(headers or {})})


class Server:
    """Sends the given responses in turn, and repeats the last one."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self._answers: list[Told | Callable[[Asked], Told]] = [Told()]
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # A response is one packet. The second of two would wait until the first is confirmed.
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
        """Replaces the responses."""
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
