"""Runs the protocol's client in Python. Each line of input lists the tools or calls one, and gets a line of output.

Usage: python_client.py MODE http URL        with the headers as JSON in HEADERS
       python_client.py MODE stdio COMMAND…  with the environment of the command as JSON in COMMAND_ENV
"""

import json
import os
import sys

import anyio
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client


def connection(mode: str, kind: str, target: list[str]) -> Client:
    if kind == "stdio":
        command, *args = target
        server = StdioServerParameters(command=command, args=args, env=json.loads(os.environ["COMMAND_ENV"]))
        return Client(server, mode=mode)
    http = httpx2.AsyncClient(headers=json.loads(os.environ["HEADERS"]), timeout=60)
    return Client(streamable_http_client(target[0], http_client=http), mode=mode)


async def main() -> None:
    mode, kind, *target = sys.argv[1:]
    async with connection(mode, kind, target) as client:
        say({"version": client.protocol_version, "instructions": client.instructions})
        while line := await anyio.to_thread.run_sync(sys.stdin.readline):
            asked = json.loads(line)
            if asked == "list":
                say([tool.model_dump(mode="json", by_alias=True) for tool in (await client.list_tools()).tools])
            else:
                say((await client.call_tool(asked["name"], asked["arguments"])).model_dump(mode="json", by_alias=True))


def say(what: object) -> None:
    print(json.dumps(what), flush=True)


anyio.run(main)
