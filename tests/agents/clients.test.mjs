// The official MCP clients in TypeScript list and call every tool, in both eras of the protocol: over HTTP, and over
// the package's command.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldStreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { inRoot } from "../../scripts/project.mjs";
import { credentials, startEdgeForAgents } from "./support/edge.mjs";
import { callEvery } from "./support/tools.mjs";

const NEWEST = "2026-07-28";
const BEFORE = "2025-11-25";
const COMMAND = inRoot("pkg", "bin", "overheard.js");

/** Each client with its transports and its negotiated version. For the command, one client of each era is enough. */
const CLIENTS = {
  "@modelcontextprotocol/client, 2026-07-28": {
    version: NEWEST,
    Http: StreamableHTTPClientTransport,
    Stdio: StdioClientTransport,
    make: (info) => new Client(info, { versionNegotiation: { mode: { pin: NEWEST } } }),
  },
  "@modelcontextprotocol/client, what the edge offers": {
    version: NEWEST,
    Http: StreamableHTTPClientTransport,
    make: (info) => new Client(info, { versionNegotiation: { mode: "auto" } }),
  },
  "@modelcontextprotocol/client, with a handshake": {
    version: BEFORE,
    Http: StreamableHTTPClientTransport,
    make: (info) => new Client(info),
  },
  "@modelcontextprotocol/sdk": {
    version: BEFORE,
    Http: OldStreamableHTTPClientTransport,
    Stdio: OldStdioClientTransport,
    make: (info) => new OldClient(info),
  },
};

let edge;
before(async () => (edge = await startEdgeForAgents()));
after(() => edge?.stop());

/** Connects a client, runs `work` with it and closes it. */
async function connected({ make, version }, transport, work) {
  const client = make({ name: "tests", version: "1.0.0" });
  await client.connect(transport);
  try {
    assert.equal(client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? version, version);
    assert.equal(client.getServerVersion().name, "overheard");
    assert.match(
      client.getInstructions(),
      /Mentions are from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d; the dataset's version is/,
    );
    return await work(client);
  } finally {
    await client.close();
  }
}

const every = (client) => ({
  list: async () => (await client.listTools()).tools,
  call: (name, args) => client.callTool({ name, arguments: args }),
});

for (const [name, kind] of Object.entries(CLIENTS)) {
  for (const api of ["data", "account"]) {
    test(`${name}: every tool of the ${api} interface over HTTP`, async () => {
      const { headers } = credentials(edge)[api];
      await connected(kind, new kind.Http(edge.mcp, { requestInit: { headers } }), async (client) => {
        await callEvery(api, every(client));
        const { resources } = await client.listResources();
        assert.deepEqual(
          resources.map(({ uri }) => uri),
          ["schema://current", "openapi://current"],
        );
        for (const { uri } of resources)
          assert.ok(JSON.parse((await client.readResource({ uri })).contents[0].text), uri);
      });
    });

    if (!kind.Stdio) continue;
    test(`${name}: every tool of the ${api} interface over the command`, async () => {
      const { env } = credentials(edge)[api];
      const command = {
        command: process.execPath,
        args: [COMMAND, "mcp", "--url", edge.url],
        env: { PATH: process.env.PATH, ...env },
      };
      await connected(kind, new kind.Stdio(command), (client) => callEvery(api, every(client)));
    });
  }
}
