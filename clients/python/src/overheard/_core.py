"""The boundary to the core: text and bytes in, verdicts and text out. Nothing is decided here."""

from __future__ import annotations

import threading
from bisect import bisect_right
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from ._address import number_text
from ._generated.operations import Operation

if TYPE_CHECKING:
    from wasmtime import Func

#: What is taken at most: the edge refuses a larger body, and so does the core. One byte more is seen.
_LARGEST_BODY = 65_536
#: Added to the number of an operation for bytes, which may not be UTF-8.
_BYTES = 8
#: Outcomes from here on are lengths of a whole text; below they are lengths of what is appended.
_LONG = 256
#: Where the core's module imports from what it asks its host.
_HOST = "../src/host.js"
_MODULE = "overheard.wasm"


class Sent(NamedTuple):
    """A question in its canonical form, with its cost."""

    path: str
    body: bytes | None
    cost: int


def is_available() -> bool:
    """Whether what runs the core is installed."""
    return find_spec("wasmtime") is not None


@lru_cache(maxsize=1)
def core() -> Core:
    """The core, loaded when it is asked first."""
    return Core()


class Core:
    """The module and its memory, which one call at a time may use."""

    def __init__(self) -> None:
        try:
            import wasmtime
        except ImportError as error:
            raise ImportError("checking requests needs wasmtime: pip install 'overheard[check]'") from error
        self._lock = threading.Lock()
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        module = wasmtime.Module(engine, files("overheard").joinpath(_MODULE).read_bytes())
        linker = wasmtime.Linker(engine)
        i32, f64 = wasmtime.ValType.i32(), wasmtime.ValType.f64()
        linker.define_func(_HOST, "read_number", wasmtime.FuncType([i32, i32], [f64]), self._read_number)
        linker.define_func(_HOST, "write_number", wasmtime.FuncType([f64, i32], [i32]), self._write_number)
        linker.define_func(_HOST, "has_letter", wasmtime.FuncType([i32, i32], [i32]), self._has_letter)
        exports = linker.instantiate(self._store, module).exports(self._store)
        self._exports: dict[str, Any] = dict(exports.items())
        self._memory: wasmtime.Memory = self._exports["memory"]
        self._input: int = self._call("input")
        self._result: int = self._call("result")

    def refusal(self, operation: Operation, given: bytes) -> str | None:
        """The edge's error body for what it would refuse; None when it would accept it."""
        with self._lock:
            length = self._put(given)
            if operation.is_account:
                if self._call("account_shape", operation.number, length) >= 0:
                    return None
                self._call("account_put_problem", operation.number, self._put(given))
            else:
                if self._call("check", operation.number + _BYTES, length) == 0:
                    return None
                self._call("put_problem", operation.number + _BYTES, self._put(given))
            return self._output().decode()

    def sent(self, operation: Operation, given: bytes) -> Sent | None:
        """A question as it is sent; None when it would be refused. Of the Account API a body is sent as it was given."""
        with self._lock:
            length = self._put(given)
            if operation.is_account:
                if self._call("account_shape", operation.number, length) < 0:
                    return None
                return Sent(self._output().decode(), given if operation.has_body else None, self._cost())
            outcome = self._call("shape", operation.number + _BYTES, length)
            if outcome < 0:
                return None
            cost = self._cost()
            if outcome >= _LONG:
                return Sent(operation.path, self._output(), cost)
            return Sent(operation.path, given if outcome == 0 else given[:-1] + self._output(), cost)

    def _call(self, name: str, *given: int) -> int:
        function: Func = self._exports[name]
        outcome: int = function(self._store, *given)
        return outcome

    def _put(self, given: bytes) -> int:
        """Writes a body where the core reads it, and says how long it is, however long that may be."""
        self._memory.write(self._store, given[: _LARGEST_BODY + 1], self._input)
        return len(given)

    def _read(self, place: int, length: int) -> bytes:
        return bytes(self._memory.read(self._store, place, place + length))

    def _told(self) -> tuple[int, int, int]:
        told = self._read(self._result, 12)
        place, length, cost = (int.from_bytes(told[at : at + 4], "little") for at in (0, 4, 8))
        return place, length, cost

    def _output(self) -> bytes:
        place, length, _ = self._told()
        return self._read(place, length)

    def _cost(self) -> int:
        return self._told()[2]

    # What the core asks of its host: unusual numbers by the rules of ECMAScript, and Unicode's letters.

    def _read_number(self, place: int, length: int) -> float:
        return float(self._read(place, length))

    def _write_number(self, number: float, place: int) -> int:
        return self._memory.write(self._store, number_text(number).encode(), place)

    def _has_letter(self, place: int, length: int) -> int:
        return int(has_letter(self._read(place, length).decode("utf-8", "replace")))


def has_letter(text: str) -> bool:
    """Whether a text has a letter or a digit, by the tables of the core and not by those of this Python."""
    from ._generated.letters import BOUNDS

    return any(character.isalnum() if character.isascii() else bisect_right(BOUNDS, ord(character)) % 2 == 1 for character in text)
