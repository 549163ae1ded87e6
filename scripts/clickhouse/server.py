"""Serves ClickHouse over HTTP, for tests and for trying it out: the engine of chdb-core in this process.

It speaks the part of ClickHouse's HTTP interface that the ClickHouse backend uses: `/ping`, statements in the body or in
`query`, parameters (`param_x`) and settings in the address or in a form, and ClickHouse's headers. It binds 127.0.0.1
only, inflates bodies, answers requests one at a time, prints its port, and ends when its standard input is closed. Its
tables are in the folder of `--data`, or in a temporary one that it removes.

Usage: python server.py [--port PORT] [--data FOLDER]
"""

import argparse
import contextlib
import email.parser
import email.policy
import json
import re
import sys
import tempfile
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb import session

# Names in the address that are no settings of a statement.
NO_SETTINGS = {"query", "default_format", "database", "wait_end_of_query"}
CHUNK = 1 << 20
INSERT = re.compile(r"(INSERT\s+INTO\s.*)\s+FORMAT\s+(\w+)\s*", re.IGNORECASE | re.DOTALL)
# Other statements have no clause for settings. ClickHouse takes these from the address.
TAKES_SETTINGS = re.compile(r"\s*(SELECT|EXPLAIN)\b", re.IGNORECASE)
EXCEPTION = re.compile(r"Code: (\d+)\.")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A response is written in two parts. The second must not wait for the acknowledgement of the first.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        if urlsplit(self.path).path == "/ping":
            self.reply(200, b"Ok.\n")
        else:
            self.answer()

    def do_POST(self):
        self.answer()

    def answer(self):
        self.unread = int(self.headers.get("Content-Length", 0))
        options = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        try:
            with self.server.one_at_a_time:
                result, rows, read = self.run(options)
        except Exception as error:
            found = EXCEPTION.search(str(error))
            code = found.group(1) if found else "1"
            # Errors of the request are 4xx and 5xx at ClickHouse too; its code says more.
            self.reply(500, str(error).encode(), {"X-ClickHouse-Exception-Code": code})
        else:
            summary = {"read_rows": str(rows), "read_bytes": str(read)}
            self.reply(200, result, {"X-ClickHouse-Summary": json.dumps(summary)})
        finally:
            # What is left of a body would be read as the next request.
            while self.read_chunk():
                pass

    def run(self, options):
        engine = self.server.engine
        insert = INSERT.fullmatch(options.get("query", ""))
        if insert:
            with engine.send_insert(insert.group(1), insert.group(2)) as rows:
                for chunk in self.inflated():
                    rows.append(chunk)
                rows.finish()
            return b"", 0, 0
        body = b"".join(iter(self.read_chunk, b""))
        kind = self.headers.get("Content-Type", "")
        if kind.startswith("multipart/form-data"):
            options |= form(kind, body)
            body = b""
        sql = "\n".join(filter(None, [options.get("query", ""), body.decode()]))
        params = {name[6:]: value for name, value in options.items() if name.startswith("param_")}
        settings = [name for name in options if not name.startswith("param_") and name not in NO_SETTINGS]
        if settings and TAKES_SETTINGS.match(sql):
            sql += "\nSETTINGS " + ", ".join(f"{name} = {literal(options[name])}" for name in settings)
        result = engine.query(sql, options.get("default_format", "TabSeparated"), params=params or None)
        return (result.bytes(), result.storage_rows_read(), result.storage_bytes_read()) if result is not None else (b"", 0, 0)

    def inflated(self):
        """Reads the parts of a body that may be compressed with gzip."""
        inflate = zlib.decompressobj(wbits=31) if self.headers.get("Content-Encoding") == "gzip" else None
        while chunk := self.read_chunk():
            yield inflate.decompress(chunk) if inflate else chunk
        if inflate and not inflate.eof:
            raise ValueError("the body ends early")

    def read_chunk(self):
        chunk = self.rfile.read(min(CHUNK, self.unread))
        self.unread -= len(chunk)
        return chunk

    def reply(self, status, body, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def form(kind, body):
    """Returns the fields of a multipart form."""
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(
        b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body
    )
    fields = {}
    for part in message.iter_parts():
        fields[part.get_param("name", header="content-disposition")] = part.get_payload(decode=True).decode()
    return fields


def literal(value):
    """Returns a setting as SQL."""
    if re.fullmatch(r"-?\d+(\.\d+)?", value):
        return value
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def end_with_parent(server):
    sys.stdin.buffer.read()
    server.shutdown()


def main():
    parser = argparse.ArgumentParser(description="Serves ClickHouse's engine over HTTP on this machine.")
    parser.add_argument("--port", type=int, default=0, help="listen on 127.0.0.1:PORT (default: any free port)")
    parser.add_argument("--data", metavar="FOLDER", help="keep the tables in FOLDER (default: a temporary folder)")
    options = parser.parse_args()
    kept = options.data and contextlib.nullcontext(options.data)
    with kept or tempfile.TemporaryDirectory(prefix="overheard-clickhouse-") as folder:
        server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
        server.daemon_threads = True
        server.engine = session.Session(folder)
        server.one_at_a_time = threading.Lock()
        threading.Thread(target=end_with_parent, args=[server], daemon=True).start()
        print(server.server_address[1], flush=True)
        server.serve_forever()
        with server.one_at_a_time:
            server.engine.close()


if __name__ == "__main__":
    main()
