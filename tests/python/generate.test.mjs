// The generated parts of the Python client are current with the core's description.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { hostProgram } from "../../scripts/host-program.mjs";
import { folder, generated } from "../../scripts/python/generate.mjs";

let description;
before(async () => {
  const { stdout } = await promisify(execFile)(await hostProgram("overheard-describe", "overheard-describe"), {
    maxBuffer: 1 << 26,
  });
  description = JSON.parse(stdout);
});

test("the Python client equals the core's description, and is marked as generated", () => {
  const files = generated(description);
  assert.deepEqual(
    Object.keys(files).sort(),
    readdirSync(folder)
      .filter((name) => name.endsWith(".py"))
      .sort(),
  );
  for (const [name, source] of Object.entries(files)) {
    assert.equal(
      readFileSync(`${folder}/${name}`, "utf8"),
      source,
      `${name} is old: run node scripts/python/generate.mjs`,
    );
    assert.match(
      source,
      /^""".+\n\nGenerated from what the core says of itself, by scripts\/python\/generate\.mjs\.\n"""\n/,
    );
  }
});

test("every operation is a method of both clients, and every list can be iterated", () => {
  const { "methods.py": waiting, "async_methods.py": asynchronous } = generated(description);
  const asked = [...description.data, ...description.account].filter(({ name }) => name !== "download-report");
  const names = asked.map(
    ({ name }) =>
      ({ "mention-stats": "mentions_stats", "trend-comparison": "compare_trends" })[name] ?? name.replaceAll("-", "_"),
  );
  for (const name of [...names, "create_browser_token"]) {
    assert.match(waiting, new RegExp(`^    def ${name}\\(`, "m"));
    assert.match(asynchronous, new RegExp(`^    async def ${name}\\(`, "m"));
  }
  const lists = asked.filter(({ answer }) => answer === "ListPage");
  assert.equal([...waiting.matchAll(/^ {4}def iter_\w+\(/gm)].length, lists.length);
});

test("unsupported descriptions are errors with a message", () => {
  const changed = (change) => {
    const copy = structuredClone(description);
    change(copy);
    return () => generated(copy);
  };
  const sentiment = ({ account }) => account.find(({ name }) => name === "sentiment");
  assert.throws(
    changed((copy) => (sentiment(copy).parameters.properties.mood = { type: "mood" })),
    { message: /^the Python client's types know no \{"type":"mood"\}$/ },
  );
  assert.throws(
    changed((copy) => (sentiment(copy).parameters.properties.mood = { type: "string" })),
    { message: "nobody says what the parameter mood is" },
  );
  assert.throws(
    changed(({ answers }) =>
      answers.account.trends
        .find(({ name }) => name === "data")
        .holds.objects.push({ name: "mood", holds: "mood", present: "always" }),
    ),
    { message: /mood/ },
  );
});
