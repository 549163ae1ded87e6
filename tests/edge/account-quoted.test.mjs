// Names with commas and quotation marks as filters of the Account API.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { brand, createAccount, fetchAs, itemsOf } from "../support/account.mjs";
import { demoData } from "../support/data.mjs";
import { readDocuments, writeNdjson } from "../support/documents.mjs";
import { assertProblem } from "../support/problem.mjs";

const BRAND = "Quillovar, The Original";
const TOPIC = 'packaging, "refill"';

const documents = readDocuments(demoData);
const ofBrand = documents.siv_business_ideas.filter(({ brand_name }) => brand_name === "Quillovar");
const frequent = (values) => {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].sort(([, one], [, other]) => other.length - one.length)[0][0];
};
const topic = frequent(ofBrand.flatMap(({ topics }) => topics ?? []));
const channel = frequent(ofBrand.map(({ channel_name }) => channel_name));
const CHANNEL = `${channel}, Inc.`;
const renamed = (from, to) => (value) => (value === from ? to : value);
const withChannel = (document) => ({ ...document, channel_name: renamed(channel, CHANNEL)(document.channel_name) });
const mentions = documents.siv_business_ideas.map((mention) => ({
  ...withChannel(mention),
  brand_name: renamed("Quillovar", BRAND)(mention.brand_name),
  topics: mention.topics?.map(renamed(topic, TOPIC)),
}));
const lastDay = mentions
  .map(({ upload_date }) => upload_date)
  .sort()
  .at(-1);
const firstDay = `${Number(lastDay.slice(0, 4)) - 1}-01-01`;
const window = `from=${firstDay}&to=${lastDay}`;
const own = mentions.filter(
  ({ brand_name, upload_date }) => [BRAND, "Isolanna"].includes(brand_name) && upload_date >= firstDay,
);

let edge;
let account;
before(async () => {
  const folder = writeNdjson({
    siv_info: documents.siv_info.map(withChannel),
    siv_content_creator: documents.siv_content_creator.map(withChannel),
    siv_business_ideas: mentions,
  });
  edge = await startServingEdge(folder);
  account = await createAccount(edge, { brands: [brand(BRAND), brand("Isolanna")] });
});
after(() => edge?.stop());

const quoted = (text) => encodeURIComponent(`"${text.replaceAll('"', '""')}"`);

/** Returns the ids of the mentions that a query selects, from all pages. */
const idsOf = async (query) =>
  (await itemsOf(edge, account, `/v1/mentions?limit=100&${window}&${query}`)).map(({ id }) => id).sort();

test("a brand, a topic and a channel with a comma select their mentions", async () => {
  const total = (await idsOf("")).length;
  assert.equal(total, own.length);
  const filters = {
    brand: [BRAND, ({ brand_name }) => brand_name === BRAND],
    topic: [TOPIC, ({ topics }) => topics?.includes(TOPIC)],
    channel: [CHANNEL, ({ channel_name }) => channel_name === CHANNEL],
  };
  for (const [name, [value, matches]] of Object.entries(filters)) {
    const expected = own.filter(matches).length;
    assert.ok(expected > 0 && expected < total, `${name}: ${expected} of ${total}`);
    const included = await idsOf(`${name}=${quoted(value)}`);
    assert.equal(included.length, expected, name);
    const excluded = await idsOf(`${name}=-${quoted(value)}`);
    assert.equal(excluded.length, total - expected, `without ${name}`);
    assert.deepEqual(await idsOf(`${name}=${quoted(`-${value}`)}`), excluded);
  }
});

test("quoted values are combined with others by commas and by repetition", async () => {
  const both = await idsOf(`brand=${quoted(BRAND)},Isolanna`);
  assert.equal(both.length, own.length);
  assert.deepEqual(await idsOf(`brand=Isolanna&brand=${quoted(BRAND)}`), both);
});

test("a quotation mark that is not closed is refused with the name of the parameter", async () => {
  for (const list of ['"Quillovar, The Original', '-"', 'glow,"price']) {
    const answer = await fetchAs(edge, account, `/v1/mentions?topic=${encodeURIComponent(list)}`);
    const { param, message } = assertProblem(answer, "invalid_url");
    assert.equal(param, "?topic");
    assert.match(message, /has a quotation mark that is not closed/);
  }
});
