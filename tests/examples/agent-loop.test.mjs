// Runs the agent loop as its README does without a model: the SDK, the package, a real edge and a recorded
// conversation.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { startPlayer } from "../../examples/agent-loop/player.mjs";
import { inRoot } from "../../scripts/project.mjs";
import { startServingEdge } from "../edge/harness.mjs";
import { demoData } from "../support/data.mjs";
import { blocks } from "../support/documents-shown.mjs";

const folder = inRoot("examples", "agent-loop");
const turns = JSON.parse(readFileSync(`${folder}/conversation.json`, "utf8"));
const textOf = (content) => content.find(({ type }) => type === "text").text;

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

test("the loop continues after a wrong call, and ends with the answer", async () => {
  const env = { ...process.env, OVERHEARD_URL: edge.url, OVERHEARD_KEY: edge.secret, OVERHEARD_TOKEN: "" };
  const { stdout } = await promisify(execFile)(process.execPath, ["recorded.mjs"], { cwd: folder, env });
  const outcomes = [...stdout.matchAll(/^ {2}(refused|answered): /gm)].map(([, outcome]) => outcome);
  assert.deepEqual(outcomes, ["refused", "answered", "answered", "refused", "answered"], stdout);
  assert.ok(stdout.trim().endsWith(textOf(turns.at(-1))), stdout);
});

test("every number of the recorded answer comes from a tool", async () => {
  const calls = turns.flat().filter(({ type }) => type === "tool_use");
  const given = [];
  for (const { name, input } of calls) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });
    const response = await fetch(`${edge.url}/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": edge.secret },
      body,
    });
    given.push(...(await response.json()).result.content[0].text.match(/\d+(\.\d+)?/g));
  }
  const told = textOf(turns.at(-1)).match(/\d+(\.\d+)?/g);
  assert.ok(told.length >= 10, told.join());
  for (const number of told) assert.ok(given.includes(number), `${number} was given by no tool`);
});

test("the replayer refuses requests that a model's API would refuse", async () => {
  const player = await startPlayer(turns);
  const ask = async (body) =>
    (await fetch(`${player.url}/v1/messages`, { method: "POST", body: JSON.stringify(body) })).status;
  const asked = {
    model: "recorded",
    max_tokens: 1,
    system: "",
    tools: [{ name: "aggregate", description: "Ranks.", input_schema: { type: "object" } }],
    messages: [{ role: "user", content: "?" }],
  };
  const said = { role: "assistant", content: turns[0] };
  const result = {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "{}" }] }],
  };
  try {
    assert.equal(await ask(asked), 200);
    assert.equal(await ask({ ...asked, messages: [...asked.messages, said, result] }), 200);
    assert.equal(await ask({ ...asked, messages: [...asked.messages, said] }), 400, "a call without its result");
    assert.equal(
      await ask({ ...asked, messages: [...asked.messages, { ...said, content: turns[1] }, result] }),
      400,
      "another message than was said",
    );
    assert.equal(await ask({ ...asked, tools: [{ name: "aggregate" }] }), 400, "a tool without a schema");
  } finally {
    player.stop();
  }
});

test("the guide shows the loop's current code", () => {
  const lines = new Set(
    readFileSync(`${folder}/agent.mjs`, "utf8")
      .split("\n")
      .map((line) => line.trim()),
  );
  const guide = blocks(readFileSync(inRoot("docs", "agents.md"), "utf8")).filter(
    (block) => block.language === "js" && block.lines.some((line) => line.includes("messages.create")),
  );
  assert.equal(guide.length, 1);
  for (const line of guide[0].lines) assert.ok(lines.has(line.trim()), line);
});
