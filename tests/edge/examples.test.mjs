// Runs every example of the command's help texts and of the guides in a shell against an edge, and checks its output.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { inRoot } from "../../scripts/project.mjs";
import { PROVING } from "../../scripts/proof.mjs";
import { operatorOf, runCli, startEdge, startServingEdge } from "./harness.mjs";
import { createAccount, createToken, expectOk, fetchAs } from "../support/account.mjs";
import { operator, send } from "../support/client.mjs";
import { createMember } from "../support/dashboard.mjs";
import { demoData } from "../support/data.mjs";
import { blocks, differenceOf, examples, sessions, subcommands } from "../support/documents-shown.mjs";
import { makeProject } from "../support/project.mjs";
import { startProxy } from "../support/proxy.mjs";
import { commands, shell } from "../support/shell.mjs";
import { differenceFrom, parseShown } from "../support/shown.mjs";
import { registerWebhook } from "../support/webhooks.mjs";

const document = (name) => readFileSync(inRoot(...name.split("/")), "utf8");
const DOCUMENTS = [
  "README.md",
  ...readdirSync(inRoot("docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Commands that are not run here: builds, benchmarks and deployments take minutes or need a platform account. */
const ELSEWHERE = /\b(npm|npx|openssl|node)\b/;
/** Lines that only set variables, which the test sets too. */
const SETTING = /^export (PATH|URL|KEY|TOKEN|OVERHEARD_ADMIN_SECRET)=/;
const toRun = (lines) => commands(lines).filter((command) => !ELSEWHERE.test(command) && !SETTING.test(command));

const VIDEOS = "video_id,platform,upload_date\nyt_p7,youtube,2026-11-05\n";
const MENTIONS = "mention_id;video_id;Marke;Thema\nm_csv;yt_p7;Velunara;price\n";
const IDS = ["m_85d88b0585d5", "m_16f42a8de0d9"];
/** Files that examples name but no guide shows. */
const FILES = {
  "part-7.csv.gz": gzipSync(VIDEOS),
  "mentions.csv": MENTIONS,
  "aliases.csv": "alias,name\nBMW AG,BMW\nB.M.W.,BMW\n",
  "erase.txt": `${IDS.join("\n")}\n`,
  "siv_info.ndjson": document("cli/tests/ingest/cases/01-ytdlp/siv_info.ndjson"),
};

/** Returns the files that a guide shows with `cat`, without those that its commands write. */
function shownFiles(text) {
  const all = blocks(text).flatMap(sessions);
  const written = all.flatMap(({ command }) => /--rejects (\S+)/.exec(command)?.[1] ?? []);
  const shown = all.map(({ command, output }) => [/^cat (\S+)$/.exec(command)?.[1], `${output.join("\n")}\n`]);
  return Object.fromEntries(shown.filter(([name]) => name !== undefined && !written.includes(name)));
}
const BRANDS = {
  "brands.json": blocks(document("docs/accounts.md"))
    .find(({ language }) => language === "json")
    .lines.join("\n"),
};
/** Run in this order: the account of the first one is used by those behind it. */
const GUIDES_FOR_OPERATORS = ["docs/accounts.md", "docs/operating.md", "docs/maintenance.md", "docs/settings.md"];
const EXPORTS = shownFiles(document("docs/importing.md"));

/**
 * Starts an edge with a project folder in which the command finds it. If it serves the demo dataset, the result has
 * `secret`, `token` and `account`.
 */
async function startExampleEdge({ serving = true, withAccount = serving, files = {} } = {}) {
  const options = { entry: PROVING, bindings: { LOCAL_WEBHOOKS: "on" } };
  const edge = await (serving ? startServingEdge(demoData, options) : startEdge(options));
  try {
    if (withAccount) {
      edge.account = expectOk(
        await operator(edge, "POST", "/accounts", {
          name: "Velunara",
          plan: "professional",
          brands: JSON.parse(BRANDS["brands.json"]),
        }),
      );
      edge.token = (await createToken(edge, edge.account)).secret;
      // No receiver listens on this port, so deliveries fail.
      edge.webhook = (await registerWebhook(edge, await createAccount(edge), "http://127.0.0.1:9/")).id;
      edge.alert = expectOk(
        await fetchAs(edge, { token: edge.token }, "/v1/_ext/alerts", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ name: "Spikes", condition: { type: "spike" }, target: { type: "dashboard" } }),
        }),
      ).id;
    }
    const project = makeProject({
      ...edge,
      files: { ...FILES, ...BRANDS, ...EXPORTS, ...files },
      links: { "demo-data": demoData },
    });
    const stop = async () => {
      project.remove();
      await edge.stop();
    };
    return { ...edge, project, stop };
  } catch (error) {
    await edge.stop();
    throw error;
  }
}

/** Replaces the ids and addresses of a shown command by existing ones. */
async function withRealValues(edge, command) {
  // Examples about members get an account of their own, unaffected by other examples.
  const account = /^overheard (members|sessions) /.test(command) ? await createAccount(edge) : edge.account;
  const member = /\b(mem|ses)_\w+/.test(command) ? await createMember(edge, account) : undefined;
  const key = /\btok_\w+/.test(command)
    ? expectOk(await operator(edge, "POST", "/keys", { account_id: edge.account.id, access_level: "raw" })).id
    : undefined;
  return command
    .replaceAll(/\bacc_(…|\w+)/g, (shown) => edge.others?.[shown] ?? account?.id)
    .replaceAll(/\btok_\w+/g, key)
    .replaceAll(/\bmem_\w+/g, member?.id)
    .replaceAll(/\bses_\w+/g, member?.session.id)
    .replaceAll(/\brpt_\w+/g, edge.report)
    .replaceAll(/\bsch_\w+/g, edge.schedule)
    .replaceAll(/\bwhk_…/g, edge.webhook)
    .replaceAll(/\balt_…/g, edge.alert)
    .replaceAll(
      /https:\/\/(insights\.example\.com|overheard\.example\.workers\.dev)(?! )\b|http:\/\/127\.0\.0\.1:8787/g,
      edge.url,
    );
}

const environmentOf = (edge) => ({
  ...operatorOf(edge),
  ADMIN_SECRET: edge.adminSecret,
  URL: edge.url,
  KEY: edge.secret ?? "",
  TOKEN: edge.token ?? "",
  STARTER_TOKEN: edge.starterToken ?? "",
});

/** Runs a command as a guide shows it and returns its output. Fails if the command fails. */
async function run(edge, command) {
  const { code, ...said } = await shell(await withRealValues(edge, command), {
    cwd: edge.project.root,
    env: environmentOf(edge),
  });
  assert.equal(code, 0, `${command}\n${said.output}`);
  return said;
}

describe("help texts", () => {
  let edge;
  before(async () => (edge = await startExampleEdge()));
  after(() => edge?.stop());

  test("every example of every command runs", async () => {
    const helps = [];
    const walk = async (words) => {
      const { code, stdout } = await runCli([...words, "--help"]);
      assert.equal(code, 0, words.join(" "));
      helps.push({ words, help: stdout });
      for (const name of subcommands(stdout)) await walk([...words, name]);
    };
    await walk([]);
    assert.ok(helps.length >= 25, `${helps.length} commands`);
    let count = 0;
    for (const { words, help } of helps) {
      for (const example of examples(help)) {
        assert.ok(
          example.startsWith(["overheard", ...words].join(" ")),
          `an example of ${words.join(" ")}: ${example}`,
        );
        await run(edge, example);
        count += 1;
      }
    }
    assert.ok(count >= 20, `${count} examples`);
  });
});

describe("docs/importing.md", () => {
  const text = document("docs/importing.md");
  let edge;
  let proxy;
  let begun = () => {};
  before(async () => {
    edge = await startExampleEdge({ serving: false });
    proxy = await startProxy(edge, (line, moment) => {
      if (moment === "answered" && /^PUT /.test(line)) begun();
      return true;
    });
    edge.project.tellEdge(proxy.url);
  });
  after(async () => {
    await proxy?.stop();
    await edge?.stop();
  });

  test("its commands print the shown output", async () => {
    for (const { command, output } of blocks(text).flatMap(sessions)) {
      const ends = output.some((line) => line.includes("ended from outside"));
      const started = (child) => (begun = () => ends && process.kill(-child.pid, "SIGKILL"));
      const said = await shell(command, { cwd: edge.project.root, env: environmentOf(edge), started });
      assert.equal(said.code, ends ? "SIGKILL" : 0, `${command}\n${said.output}`);
      if (!ends) assert.equal(differenceOf(output, said.output), undefined, `${command}\n${said.output}`);
    }
  });

  test("its first commands run", async () => {
    const first = blocks(text).find(({ language }) => language === "sh");
    for (const command of toRun(first.lines)) await run(edge, command);
  });
});

describe("the guides for operators", () => {
  const text = GUIDES_FOR_OPERATORS.map(document).join("\n");
  let edge;
  before(async () => (edge = await startExampleEdge({ withAccount: false })));
  after(() => edge?.stop());

  /** The account that the guide prepares beside the new one. */
  const OTHER = "acc_NTF9RW45EP4G0BFC4207";
  /** Commands whose output depends on earlier requests. */
  const NOT_COMPARED = /^overheard accounts usage /;

  test("its commands print the shown output", async () => {
    for (const { command, output } of blocks(text)
      .flatMap(sessions)
      .filter(({ command }) => !ELSEWHERE.test(command))) {
      if (command === "overheard accounts prepare") {
        const other = { name: "Kelvarro", plan: "starter", brands: [{ label: "Kelvarro", terms: ["kelvarro"] }] };
        edge.others = { [OTHER]: expectOk(await operator(edge, "POST", "/accounts", other)).id };
      }
      const said = await run(edge, command);
      edge.account ??= { id: /\bacc_\w+/.exec(said.stdout)?.[0] };
      const [secret] = /\boh[kt]_\w{43}\b/.exec(said.stdout) ?? [];
      if (secret?.startsWith("ohk_"))
        assert.equal((await send(edge, "/v1/schema", { headers: { "X-API-Key": secret } })).status, 200);
      if (!NOT_COMPARED.test(command))
        assert.equal(differenceOf(output, said.output), undefined, `${command}\n${said.output}`);
    }
  });

  test("its lists of commands run", async () => {
    for (const { lines } of blocks(text).filter(({ language }) => language === "sh")) {
      for (const command of toRun(lines)) await run(edge, command);
    }
  });
});

describe("docs/reports.md", () => {
  let edge;
  before(async () => {
    edge = await startExampleEdge();
    edge.report = expectOk(
      await operator(edge, "POST", `/accounts/${edge.account.id}/reports`, {
        type: "trends",
        from: "2026-01-01",
        to: "2026-01-31",
      }),
    ).id;
    edge.schedule = expectOk(
      await operator(edge, "POST", `/accounts/${edge.account.id}/schedules`, {
        type: "trends",
        every: "monthly",
        day: 1,
      }),
    ).id;
  });
  after(() => edge?.stop());

  test("its commands run", async () => {
    const all = blocks(document("docs/reports.md"))
      .filter(({ language }) => language === "sh")
      .flatMap(({ lines }) => toRun(lines));
    assert.ok(all.length >= 6, all.join("\n"));
    for (const command of all) await run(edge, command);
  });
});

describe("docs/webhooks.md", () => {
  let edge;
  before(async () => (edge = await startExampleEdge()));
  after(() => edge?.stop());

  test("its commands run", async () => {
    const all = blocks(document("docs/webhooks.md"))
      .filter(({ language }) => language === "sh")
      .flatMap(({ lines }) => toRun(lines));
    assert.ok(all.length >= 8, all.join("\n"));
    for (const command of all) await run(edge, command);
  });
});

describe("README.md and the references", () => {
  let edge;
  before(async () => {
    const brands = ["Velunara", "Borealume", "Cinderelm Beauty"].map((label) => ({
      label,
      terms: [label.toLowerCase()],
    }));
    edge = await startExampleEdge({ files: { "brands.json": JSON.stringify(brands) } });
    const account = expectOk(
      await operator(edge, "POST", "/accounts", { name: "Velunara", plan: "professional", brands }),
    );
    edge.token = (await createToken(edge, account)).secret;
  });
  after(() => edge?.stop());

  for (const name of ["README.md", "docs/data-api.md", "docs/connect.md", "docs/versioning.md", "docs/agents.md"]) {
    const all = blocks(document(name));
    for (const [at, { language, line, lines }] of all.entries()) {
      if (language !== "sh" || !lines[0].startsWith("curl ")) continue;
      test(`${name}:${line}`, async () => {
        const [command] = toRun(lines);
        const { stdout } = await run(edge, command);
        const answer = all[at + 1];
        if (answer.language === "csv") {
          assert.deepEqual(stdout.split("\r\n").slice(0, answer.lines.length), answer.lines);
          return;
        }
        assert.equal(answer.language, "json", "an answer follows");
        assert.equal(differenceFrom(parseShown(answer.lines.join("\n")), JSON.parse(stdout)), null, stdout);
      });
    }
  }

  test("the first call of the Account API", async () => {
    const [block] = blocks(document("docs/account-api.md")).filter(({ lines }) =>
      lines.some((line) => line.startsWith("overheard ")),
    );
    for (const command of toRun(block.lines)) await run(edge, command);
  });
});

describe("what documents name", () => {
  test("the commands and options in sentences exist", async () => {
    const names = new Set(
      DOCUMENTS.concat("ARCHITECTURE.md").flatMap((name) =>
        [...document(name).matchAll(/`overheard ([^`]+)`/g)].map(([, words]) => words),
      ),
    );
    assert.ok(names.size > 5);
    for (const words of names) {
      const path = words
        .split(" ")
        .filter((_word, at, all) => all.slice(0, at + 1).every((before) => /^[a-z]+$/.test(before)));
      const { code, stdout } = await runCli([...path.slice(0, 2), "--help"]);
      assert.equal(code, 0, `overheard ${words}`);
      for (const [option] of words.matchAll(/--[a-z-]+/g)) assert.ok(stdout.includes(option), `overheard ${words}`);
    }
  });

  test("the npm scripts that documents name exist", () => {
    const { scripts } = JSON.parse(document("package.json"));
    const named = new Set(
      DOCUMENTS.flatMap((name) =>
        [...document(name).matchAll(/\bnpm run ([\w:]+)(?![\w:])(?! -w)/g)].map(([, script]) => script),
      ),
    );
    assert.ok(named.size > 3);
    for (const script of named) assert.ok(Object.hasOwn(scripts, script), `npm run ${script}`);
  });

  test("every example of a command in a document is run", async () => {
    // tests/python runs the examples that install the wheel, tests/clickhouse those of docs/clickhouse.md.
    const others = DOCUMENTS.filter(
      (name) =>
        ![
          "README.md",
          "docs/agents.md",
          "docs/clickhouse.md",
          "docs/importing.md",
          ...GUIDES_FOR_OPERATORS,
          "docs/account-api.md",
          "docs/connect.md",
          "docs/data-api.md",
          "docs/openapi.md",
          "docs/python.md",
          "docs/reports.md",
          "docs/versioning.md",
          "docs/webhooks.md",
        ].includes(name),
    );
    for (const name of others) {
      for (const { language, lines } of blocks(document(name)).filter(({ language }) => language === "sh")) {
        assert.deepEqual(toRun(lines), [], `${name} has examples (${language}) that nothing runs`);
      }
    }
  });
});
