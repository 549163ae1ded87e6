// Runs the examples of the Account API's reference and of README.md, and compares the answers with the shown ones.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { operate, startServingEdge } from "./harness.mjs";
import { send } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { eventually } from "../support/eventually.mjs";
import { differenceFrom, parseShown } from "../support/shown.mjs";

const text = readFileSync(inRoot("docs", "account-api.md"), "utf8");
/** The chapters of the reference by title. */
const chapters = Object.fromEntries(
  text
    .split(/^## /m)
    .slice(1)
    .map((chapter) => [chapter.split("\n", 1)[0], chapter]),
);
/** Returns the rows of a chapter's tables: the first cell with the other cells. */
const rowsOf = (chapter) =>
  [...chapter.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row.split(/(?<!\\) \| ?/).map((cell) => cell.trim()));
const codeOf = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
/** Each shown call with the answer below it. */
const examples = [
  ...(text + readFileSync(inRoot("README.md"), "utf8")).matchAll(
    /```sh\n(?:export [^\n]+\n)?(curl -s "\$URL[^`]+)```\n\n```json\n([^`]+)```/g,
  ),
].map(([, call, answer]) => ({
  path: /"\$URL([^"]+)"/.exec(call)[1],
  token: /Bearer \$(\w+)"/.exec(call)[1],
  headers: Object.fromEntries([...call.matchAll(/ -H '([\w-]+): ([^']+)'/g)].map(([, name, value]) => [name, value])),
  body: / -d '([^']+)'/.exec(call)?.[1],
  answer: parseShown(answer),
}));
/** Requests that are refused and that the reference does not show: path, code, message. */
const OTHER_REFUSALS = [
  [
    "/v1/sentiment?platform=YouTube",
    "value_not_allowed",
    "platform 'YouTube' is not allowed. Allowed: [youtube, tiktok, instagram]",
  ],
  ["/v1/sentiment?topic=", "limit_violation", "topic must be between 1 and 200 characters. Got 0."],
  ["/v1/sentiment?from=2026-02-30", "invalid_date", "from must be a date of the form YYYY-MM-DD. Got '2026-02-30'."],
  [
    "/v1/sentiment?from=2026-10-31&to=2026-10-01",
    "invalid_range",
    "from must not be after to. Got 2026-10-31 to 2026-10-01.",
  ],
  [
    "/v1/sentiment?from=2024-01-01&to=2026-01-02",
    "window_too_long",
    "the window must be at most 24 months. Got 2024-01-01 to 2026-01-02.",
  ],
  ["/v1/mentions?limit=101", "limit_violation", "limit must be between 1 and 100. Got 101."],
  ["/v1/mentions?limit=ten", "invalid_type", "limit must be a whole number. Got 'ten'."],
  ["/v1/sentiment?min_views=-1", "limit_violation", "min_views must be between 0 and 9007199254740991. Got -1."],
  ["/v1/mentions?limit=5&limit=6", "duplicate_value", "parameter 'limit' is given twice."],
  ["/v1/mentions?cursor=abc", "invalid_cursor", "cursor must be the next_cursor of an answer, unchanged."],
  ["/v1/mentions/men_0000000000", "not_found", "there is nothing with the id 'men_0000000000'."],
  [
    "/v1/influencers?min_subscribers=9&max_subscribers=1",
    "invalid_range",
    "min_subscribers must not be above max_subscribers. Got 9 to 1.",
  ],
  [
    "/v1/sentiment/timeline?interval=day&from=2025-01-01&to=2026-10-31",
    "limit_violation",
    "interval 'day' makes 669 points of this window. At most 400 are allowed: choose a longer interval.",
  ],
  [
    "/v1/influencers/inf_SMTJVH6TDYSR?id=inf_SMTJVH6TDYSR",
    "unknown_parameter",
    "parameter 'id' is not allowed. Allowed: [brand, from, to]",
  ],
  ["/v1/trends/compare?by=brand&brand=Velunara", "limit_violation", "brand must be between 2 and 5 values. Got 1."],
  ["/v1/trends/compare?by=brand&brand=Velunara,Velunara", "duplicate_value", "brand 'Velunara' is given twice."],
  [
    "/v1/account/usage?interval=hour",
    "limit_violation",
    "interval 'hour' is for windows of at most 7 days. Got 30 days.",
  ],
];
const refusals = rowsOf(chapters.Basics)
  .filter(([asked]) => asked.startsWith("`/v1/"))
  .map((row) => row.flatMap(codeOf))
  .concat(OTHER_REFUSALS);

/** Time limit for a report, in milliseconds. */
const REPORT_MS = 60_000;

const tokens = {};
let edge;
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "overheard-docs-"));
  const brands = join(folder, "brands.json");
  writeFileSync(brands, /```json\n(\[[^`]+)```/.exec(text)[1]);
  edge = await startServingEdge(demoData);
  const account = JSON.parse(
    await operate(edge, [
      "accounts",
      "create",
      "--name",
      "Velunara",
      "--plan",
      "professional",
      "--brands",
      brands,
      "--json",
    ]),
  );
  const create = async (...options) => {
    const made = await operate(edge, [
      "keys",
      "create",
      "--account",
      account.id,
      "--face",
      "account",
      "--test",
      "--json",
      ...options,
    ]);
    return JSON.parse(made).secret;
  };
  tokens.TOKEN = await create();
  tokens.STARTER_TOKEN = await create("--plan", "starter");
});
after(async () => {
  await edge?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Variables of the shell: the id of the requested report. */
const shell = {};

async function ask(path, token = "TOKEN", headers = {}, body = undefined) {
  const all = {
    Authorization: `Bearer ${tokens[token]}`,
    ...(body && { "Content-Type": "application/json" }),
    ...headers,
  };
  const answer = await send(edge, path.replace("$REPORT", shell.REPORT), {
    method: body ? "POST" : "GET",
    headers: all,
    body,
  });
  if (answer.status === 202) await finished(answer);
  return answer;
}

/** Waits until the requested report is finished. */
async function finished({ headers, json }) {
  shell.REPORT = json.id;
  await eventually(async () => (await ask(headers.get("location"))).json.status, "ready", REPORT_MS);
}

describe("the reference of the Account API", () => {
  test("shows an example of every operation", () => {
    const shown = new Set(examples.map(({ path }) => path.split("?")[0].replace(/(men|inf)_\w+|\$REPORT/, ":id")));
    const described = Object.keys(chapters)
      .filter((title) => title.startsWith("GET "))
      .map((title) => title.slice("GET ".length));
    assert.equal(described.length, 18);
    assert.deepEqual(
      described.filter((path) => !shown.has(path)),
      [],
    );
  });

  for (const [at, { path, token, headers: sent, body, answer }] of examples.entries()) {
    test(`example ${at + 1}: ${body ? "POST" : "GET"} ${path}`, async () => {
      const { status, headers, json } = await ask(path, token, sent, body);
      const isAlert = path === "/v1/_ext/alerts";
      const success = !body ? 200 : isAlert || path === "/v1/webhooks" ? 201 : 202;
      assert.equal(status, typeof answer.status === "number" ? answer.status : success);
      assert.equal(differenceFrom(answer, json), null);
      assert.equal(
        headers.get("x-quota-charged"),
        String(status === success && !isAlert && !path.startsWith("/v1/account")),
      );
    });
  }

  test("shows the first lines of a table", async () => {
    const [, path, accept, lines] = /"\$URL([^"]+)"[^`]+-H 'Accept: ([^']+)'\n```\n\n```csv\n([^`]+)```/.exec(
      chapters.Tables,
    );
    const { text } = await ask(path, "TOKEN", { Accept: accept });
    assert.deepEqual(text.split("\r\n").slice(0, 3), lines.trim().split("\n"));
  });

  test("shows the first lines of a file, and its name", async () => {
    const chapter = chapters["GET /v1/reports/:id/download"];
    const [, path, lines] = /"\$URL([^"]+)"[^`]+```\n\n```csv\n([^`]+)```/.exec(chapter);
    const { headers, text } = await ask(path);
    assert.deepEqual(text.split("\r\n").slice(0, 3), lines.trim().split("\n"));
    assert.ok(chapter.includes(/filename="(.+)"/.exec(headers.get("content-disposition"))[1]));
  });

  test("names the members of a report", async () => {
    const chapter = chapters["POST /v1/reports"];
    const rows = rowsOf(chapter);
    const { allowed } = (await ask("/v1/reports", "TOKEN", {}, '{"unheard_of":1}')).json.errors[0];
    const types = rows.filter(([type]) => /^[a-z_]+$/.test(type));
    assert.deepEqual(rows.flatMap(([names]) => codeOf(names)).sort(), allowed.toSorted());
    for (const [type, sections] of types) {
      const refused = await ask(
        "/v1/reports",
        "TOKEN",
        {},
        JSON.stringify({ type, from: "2026-10-01", to: "2026-10-31", sections: ["unheard_of"] }),
      );
      assert.deepEqual(codeOf(sections), refused.json.allowed, type);
    }
    const [, , words] = rows.find(([names]) => names === "`type`");
    assert.deepEqual(
      types.map(([type]) => type),
      codeOf(words),
    );
  });

  test("names the events, and the members of a webhook", async () => {
    const refused = async (body) =>
      (await ask("/v1/webhooks", "TOKEN", {}, JSON.stringify(body))).json.errors[0].allowed;
    const members = rowsOf(chapters["POST /v1/webhooks"]).flatMap(([names]) => codeOf(names));
    assert.deepEqual(members.sort(), (await refused({ unheard_of: 1 })).toSorted());
    const events = rowsOf(chapters.Webhooks)
      .flatMap(([names]) => codeOf(names))
      .filter((name) => name.includes("."));
    assert.deepEqual([...events, "*"], await refused({ url: "https://hooks.example.com/", events: ["unheard_of"] }));
  });

  for (const [path, code, message] of refusals) {
    test(`refuses ${path}`, async () => {
      const { headers, json } = await ask(path);
      assert.deepEqual([json.code, json.message], [code, message]);
      assert.equal(headers.get("x-quota-charged"), "false");
    });
  }

  test("refuses what the plan does not include", async () => {
    const { status, headers, json } = await ask("/v1/trends", "STARTER_TOKEN");
    assert.deepEqual(
      [status, json.code, json.current_plan, json.required_plan],
      [403, "plan_upgrade_required", "starter", "professional"],
    );
    assert.equal(headers.get("x-quota-charged"), "false");
  });

  const filters = rowsOf(chapters.Filters).flatMap(([names]) => codeOf(names));
  for (const [title, chapter] of Object.entries(chapters).filter(([name]) => name.startsWith("GET "))) {
    test(`names the parameters of ${title}`, async () => {
      const named = rowsOf(chapter).flatMap(([names]) => {
        if (!names.startsWith("[filters]")) return codeOf(names);
        return filters.filter((filter) => !codeOf(names).includes(filter));
      });
      if (/parameters are the \[filters\]/.test(chapter)) named.push(...filters);
      const ids = { mentions: "men_4TVARHYZ3BF7", influencers: "inf_SMTJVH6TDYSR", reports: "rpt_0000000000" };
      const path = title.slice("GET ".length).replace(/(\w+)\/:id/, (_, kind) => `${kind}/${ids[kind]}`);
      const { json } = await ask(`${path}?unheard_of=1`);
      const unknown = json.errors.find((violation) => violation.param === "?unheard_of");
      const taken = (unknown.allowed ?? []).filter((name) => name !== "id");
      assert.deepEqual([...new Set(named)].sort(), taken.sort());
    });
  }

  test("describes how validators work", async () => {
    const first = await ask("/v1/sentiment?brand=Borealume");
    const again = await ask("/v1/sentiment?brand=Borealume", "TOKEN", { "If-None-Match": first.headers.get("etag") });
    assert.deepEqual([again.status, again.text, again.headers.get("x-quota-charged")], [304, "", "false"]);
    const kept = async (path) => (await ask(path)).headers.get("cache-control");
    assert.deepEqual(
      [
        await kept("/v1/mentions"),
        await kept("/v1/sentiment"),
        await kept("/v1/account"),
        await kept("/v1/sentiment?topic="),
      ],
      ["private, no-cache", "private, max-age=60", "no-store", "no-store"],
    );
  });

  test("describes how to fetch the next page", async () => {
    const { headers, json } = await ask("/v1/mentions?brand=Velunara&sort=views&limit=1");
    const [, next] = /^<(.+)>; rel="next"$/.exec(headers.get("link"));
    const second = await ask(next);
    const third = await ask(`/v1/mentions?sort=views&brand=Velunara&limit=2&cursor=${second.json.next_cursor}`);
    const ids = [json, second.json, third.json].flatMap(({ data }) => data.map(({ id }) => id));
    assert.deepEqual([ids.length, new Set(ids).size], [4, 4]);
    const { json: problem } = await ask(`/v1/mentions?sort=views&limit=1&cursor=${json.next_cursor}`);
    assert.equal(problem.code, "cursor_query_mismatch");
  });

  test("computes a published example", () => {
    // "With 42 mentions after 9, 12, 10 and 13 …": the numbers from the text beside the formulas.
    const [counts, totals, now, all] = [[9, 12, 10, 13], [640, 700, 690, 710], 42, 750];
    const sum = (numbers) => numbers.reduce((left, right) => left + right);
    const mean = sum(counts) / 4;
    const variance = sum(counts.map((count) => (count - mean) ** 2)) / 3;
    const [share, before_] = [now / all, (sum(counts) + 0.5) / (sum(totals) + 1)];
    const worked = [
      mean,
      (now - mean) / Math.sqrt(Math.max(variance, mean, 1)),
      (100 * (now - 13)) / 13,
      100 * share,
      (share - before_) * Math.min(share / before_, 20),
    ];
    const told = /mu = (\S+), `z_score` (\S+), `growth_pct` (\S+) .*`share_pct` (\S+), `score` (\S+)\.$/m
      .exec(chapters["The measures"])
      .slice(1)
      .map(parseFloat);
    assert.deepEqual(
      worked.map((number, at) => Number(number.toFixed(at === 4 ? 4 : 2))),
      told,
    );
  });
});
