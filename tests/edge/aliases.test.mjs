// Aliases of brands: the order of imports and aliases does not matter, and nothing is lost.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createKey, datasetStatus, importFolder, operate, operatorOf, runCli, startEdge } from "./harness.mjs";
import { createAccount, expectOk, fetchAs } from "../support/account.mjs";
import { ask } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { readDocuments, splitAtDays, temporaryFolder, writeNdjson } from "../support/documents.mjs";

const NAME = "Velunara";
const ALIAS = "VELUNARA Labs";
const SPELLING = "velu-nara";

// Mentions of the brand have three spellings.
const documents = readDocuments(demoData);
documents.siv_business_ideas = documents.siv_business_ideas.map((mention, at) =>
  mention.brand_name === NAME ? { ...mention, brand_name: [ALIAS, SPELLING, NAME, NAME][at % 4] } : mention,
);
const [early, late] = splitAtDays(documents, 5);
const count = (brand) => documents.siv_business_ideas.filter(({ brand_name }) => brand_name === brand).length;
const [spelled, named] = [count(ALIAS), count(NAME)];
const dayOf = new Map(documents.siv_info.map(({ video_id, upload_date }) => [video_id, upload_date]));
const inYear = documents.siv_business_ideas.filter(({ brand_name, video_id }) => {
  const day = dayOf.get(video_id);
  return [ALIAS, NAME].includes(brand_name) && day >= "2025-11-01" && day <= "2026-10-31";
}).length;

const file = join(temporaryFolder(), "aliases.csv");
writeFileSync(file, `alias,name,note\n${ALIAS},${NAME},seen\n`);

let edge, key;
before(async () => {
  edge = await startEdge({ caches: false });
  key = await createKey(edge);
  await importFolder(edge, writeNdjson(documents));
});
after(() => edge?.stop());

const version = async () => (await datasetStatus(edge)).served.version;
const aliases = async (...args) => operate(edge, ["aliases", ...args]);
const mentionsOf = async (...brands) => {
  const body = { index: "siv_business_ideas", group_by: "brand_name", filters: { brand_name: brands } };
  const answer = await ask(edge, "aggregate", body, { secret: key.secret });
  const hints = (answer.headers.get("X-Hint") ?? "").split(", ").map(decodeURIComponent);
  return { buckets: answer.json.buckets.map(({ key: brand, count: mentions }) => [brand, mentions]), hints };
};

const totalsOf = async (term) => {
  const brands = [{ label: "B", terms: [term], exact: true }];
  const body = { brands, from_date: "2025-11-01", to_date: "2026-10-31" };
  return (await ask(edge, "sector", body, { secret: key.secret })).json.brands[0].totals;
};

test("a spelling is suggested for the one with the most mentions", async () => {
  // Another word makes another brand.
  const line = [SPELLING, NAME, count(SPELLING), named];
  assert.equal(await aliases("suggest"), `alias,name,alias_mentions,name_mentions\n${line}\n`);
});

test("a dry run counts the mentions and changes nothing", async () => {
  const before = await version();
  const shown = JSON.parse(await aliases("import", file, "--dry-run", "--json"));
  assert.deepEqual(shown.mentions, { [ALIAS]: spelled });
  assert.deepEqual(JSON.parse(await aliases("list", "--json")), { aliases: [] });
  assert.equal(await version(), before);
});

test("mentions count for the name, whichever came first, and keep their own spelling", async () => {
  const original = await version();
  const made = JSON.parse(await aliases("import", file, "--json"));
  assert.deepEqual(made.set, { [ALIAS]: NAME });
  const renamed = await version();
  assert.notEqual(renamed, original);
  assert.deepEqual((await mentionsOf(NAME)).buckets, [[NAME, named + spelled]]);
  const byAlias = await mentionsOf(ALIAS);
  assert.deepEqual(byAlias.buckets, [[NAME, named + spelled]]);
  assert.deepEqual(byAlias.hints, [`brand_name '${ALIAS}' is an alias: answered for '${NAME}'`]);
  assert.deepEqual((await mentionsOf(ALIAS, NAME)).buckets, [[NAME, named + spelled]]);
  assert.ok(JSON.parse(await operate(edge, ["dataset", "verify", "--json"])).agrees);
  assert.deepEqual(await totalsOf(ALIAS), await totalsOf(NAME), "a share of voice finds the mentions by either");
  const monitored = [ALIAS, NAME].map((term) => ({ label: `By ${term}`, terms: [term], exact: true }));
  const account = await createAccount(edge, { brands: monitored });
  const stats = expectOk(await fetchAs(edge, account, "/v1/mentions/stats?from=2025-11-01&to=2026-10-31"));
  assert.deepEqual(
    stats.by_brand.map(({ mentions }) => mentions),
    [inYear, inYear],
    "and so does a monitored brand",
  );

  // The same records, imported under the alias: first most of them, then the rest as an increment.
  await operate(edge, ["import", writeNdjson(early), "--replace", "--json"]);
  await importFolder(edge, writeNdjson(late));
  assert.equal(await version(), renamed);
  assert.deepEqual((await mentionsOf(ALIAS)).buckets, [[NAME, named + spelled]]);

  await aliases("remove", ALIAS);
  assert.equal(await version(), original);
  assert.deepEqual((await mentionsOf(ALIAS)).buckets, [[ALIAS, spelled]]);
  assert.deepEqual((await mentionsOf(NAME)).buckets, [[NAME, named]]);
});

test("wrong changes are refused with the reason, and change nothing", async () => {
  const refused = async (args) => {
    const { code, stderr } = await runCli(["aliases", ...args, "--to", edge.url], operatorOf(edge));
    assert.notEqual(code, 0);
    return stderr;
  };
  const circle = join(temporaryFolder(), "circle.csv");
  writeFileSync(circle, "alias,name\na,b\nb,a\n");
  assert.match(await refused(["import", circle]), /alias 'a' must not stand for itself/);
  assert.match(await refused(["remove", "nobody"]), /'nobody' is not an alias/);
  const without = join(temporaryFolder(), "without.csv");
  writeFileSync(without, "from,to\na,b\n");
  assert.match(await refused(["import", without]), /has no column 'alias'/);
  assert.deepEqual(JSON.parse(await aliases("list", "--json")), { aliases: [] });
});
