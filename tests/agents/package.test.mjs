// The package and the edge are equal for a model: they define the same tools, and answer and refuse calls alike.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Overheard, ProblemError } from "overheard";
import { callTool, instructions, toRequest, tools } from "overheard/tools";
import { credentials, startEdgeForAgents } from "./support/edge.mjs";
import { NAMES, callEvery } from "./support/tools.mjs";

const QUESTIONS = JSON.parse(readFileSync(new URL("questions.json", import.meta.url), "utf8"));
/** The part of a description that depends on the active dataset. */
const TODAY = / Mentions are from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d; the dataset's version is \w+\.$/;
/** Members that differ between two answers to the same query. */
const VOLATILE = ["request_id", "instance", "took_ms", "rows_read", "cache", "generated_at", "next_cursor"];

let edge;
let clients;
before(async () => {
  edge = await startEdgeForAgents();
  clients = {
    data: new Overheard({ baseUrl: edge.url, key: edge.secret }),
    account: new Overheard({ baseUrl: edge.url, token: edge.token }),
  };
});
after(() => edge?.stop());

async function ask(api, method, params) {
  const response = await fetch(edge.mcp, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...credentials(edge)[api].headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()).result;
}

const lasting = (value) =>
  JSON.parse(JSON.stringify(value, (name, member) => (VOLATILE.includes(name) ? undefined : member)));

for (const api of ["data", "account"]) {
  test(`${api}: the tools are the same, with the same texts and schemas`, async () => {
    const { tools: listed } = await ask(api, "tools/list", {});
    const defined = tools("mcp", { api, writes: true });
    assert.deepEqual(
      defined.map(({ name }) => name),
      NAMES[api],
    );
    for (const [at, { description, ...definition }] of listed.entries()) {
      assert.match(description, TODAY, definition.name);
      assert.deepEqual(defined[at], { ...definition, description: description.replace(TODAY, "") });
    }
    // All forms have the same descriptions.
    for (const form of ["anthropic", "openai"]) {
      assert.deepEqual(
        tools(form, { api, writes: true }).map(({ name, description }) => [name, description]),
        defined.map(({ name, description }) => [name, description]),
      );
    }
  });

  test(`${api}: every tool is called`, () => {
    // The package refuses addresses of this machine.
    const elsewhere = { create_webhook: { url: "https://hooks.example.com/agents", events: ["report.ready"] } };
    const call = (name, args) => callTool(clients[api], name, args, { api, writes: true });
    return callEvery(api, { list: () => tools("mcp", { api, writes: true }), call }, elsewhere);
  });

  test(`${api}: wrong arguments get the same messages`, async () => {
    for (const { slip, asked } of QUESTIONS.filter((question) => question.api === api)) {
      const expected = await ask(api, "tools/call", asked);
      const { content, ...result } = await callTool(clients[api], asked.name, asked.arguments, { api, writes: true });
      assert.deepEqual(
        lasting(result),
        lasting({ isError: expected.isError, structuredContent: expected.structuredContent }),
        slip,
      );
      assert.deepEqual(JSON.parse(content[0].text), result.structuredContent, slip);
    }
  });

  test(`${api}: arguments of any form get the same messages`, async () => {
    const { name } = { data: { name: "creators" }, account: { name: "mention" } }[api];
    for (const args of [
      {},
      { id: null },
      { id: { of: "x" } },
      { id: ["men_0123456789", "x"] },
      { filters: null },
      { filters: { country: null } },
      { size: true },
    ]) {
      const expected = await ask(api, "tools/call", { name, arguments: args });
      const { structuredContent, isError } = await callTool(clients[api], name, args, { api });
      assert.deepEqual(
        lasting({ structuredContent, isError }),
        lasting({ structuredContent: expected.structuredContent, isError: expected.isError }),
        JSON.stringify(args),
      );
    }
  });

  test(`${api}: an unknown tool gets the same message`, async () => {
    for (const name of [
      "agregate",
      "sentimnt",
      "",
      "x",
      "--",
      "schéma",
      "S C H E M A",
      `ohk_live_${"a".repeat(38)}`,
      `a key: oht_test_${"b".repeat(38)}`,
      "n".repeat(100),
      "😀".repeat(70),
      "toString",
      "__proto__",
    ]) {
      const expected = await ask(api, "tools/call", { name, arguments: {} });
      const { structuredContent, isError } = await callTool(clients[api], name, {}, { api, writes: true });
      assert.deepEqual(
        lasting({ structuredContent, isError }),
        lasting({ structuredContent: expected.structuredContent, isError: expected.isError }),
        name,
      );
    }
  });

  test(`${api}: the instructions for a model equal the edge's`, async () => {
    const { instructions: expected } = await ask(api, "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
    });
    assert.equal(await instructions(clients[api]), expected);
    assert.match(expected, TODAY);
  });
}

test("tools that change something exist only if they are enabled", async () => {
  const reads = tools("anthropic", { api: "account" }).map(({ name }) => name);
  assert.equal(reads.length, 16);
  assert.throws(
    () => toRequest("create_report", {}, { api: "account" }),
    (error) => error instanceof ProblemError && error.problem.allowed.length === 16,
  );
  const { isError, structuredContent } = await callTool(
    clients.account,
    "delete_webhook",
    { id: "whk_0123456789" },
    { api: "account" },
  );
  assert.deepEqual([isError, structuredContent.param], [true, "name"]);
});

test("an error that a model cannot correct is thrown", async () => {
  const stranger = new Overheard({ baseUrl: edge.url, key: `ohk_live_${"a".repeat(38)}` });
  await assert.rejects(
    callTool(stranger, "creators", {}),
    (error) => error instanceof ProblemError && error.problem.code === "invalid_credentials",
  );
  const nowhere = new Overheard({ baseUrl: "http://127.0.0.1:1", key: edge.secret, retries: 0 });
  await assert.rejects(callTool(nowhere, "creators", {}), { name: "ConnectionError" });
  // An error that is found before the request is returned to the model all the same.
  assert.equal((await callTool(nowhere, "creators", { size: 0 })).isError, true);
});
