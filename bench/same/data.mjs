// Random requests of the Data API: those of the oracle, damaged ones, and those of the corpus, sent in every way.
import { FILES, bodyOf, casesOf } from "../../tests/support/corpus.mjs";
import { mutate, mutateValue } from "../../tests/support/mutate.mjs";
import { OPERATIONS, expectations } from "../../tests/support/oracle.mjs";
import { random } from "../../tests/support/random.mjs";
import { WAYS, askTokens, oneOf, told } from "./ways.mjs";

/** Requests for the schema, of each hundred. */
const SCHEMA_PERCENT = 2;

/** Tokens for pages, and how many wrong ones are asked for. */
const TOKENS = [
  {},
  { operations: ["aggregate", "search"], expires_in: 600 },
  { filters: { platform: ["youtube", "tiktok"] } },
];
const DAMAGED_TOKENS = 40;

/** Headers that a body may come with instead of `Content-Type: application/json`. */
const CONTENT_TYPES = ["text/plain", "application/json; charset=utf-8", "application/json; charset=latin1", ""];

/** Asks both sides of a pair so many questions about the documents of a folder. */
export async function askData(pair, folder, { count, seed, note }) {
  const next = random(seed);
  const credentials = await makeCredentials(pair, next);
  const ways = () => ({ ...oneOf(credentials, next), ...oneOf(WAYS, next) });
  const schemas = Math.ceil((count * SCHEMA_PERCENT) / 100);
  for (let at = 0; at < schemas; at += 1) await pair.ask("schema", "/v1/schema", { headers: ways() });
  let asked = schemas;
  for (const [place, operation] of OPERATIONS.entries()) {
    const share = Math.floor((count - schemas + place) / OPERATIONS.length);
    for await (const body of bodies(folder, operation, { count: share, seed, next })) {
      const type = next() < 0.95 ? "application/json" : oneOf(CONTENT_TYPES, next);
      await pair.ask(operation, `/v1/${operation}`, {
        method: "POST",
        headers: { "Content-Type": type, ...ways() },
        body,
      });
      told(note, (asked += 1), count);
    }
  }
}

/** What opens the interface: keys of both access levels, a page's token, and what is none. */
async function makeCredentials(pair, next) {
  await pair.operate("PUT", "/plans/data/same", { per_minute: 1_000_000 });
  const key = async (access_level) => {
    const { secret } = await pair.operate("POST", "/keys", { name: "same", plan: "same", face: "data", access_level });
    return { "X-API-Key": secret };
  };
  const [raw, aggregate] = [await key("raw"), await key("aggregate")];
  const page = await askTokens(pair, raw, TOKENS, { count: DAMAGED_TOKENS, next });
  return [...Array(12).fill(raw), ...Array(4).fill(aggregate), ...Array(3).fill(page), { "X-API-Key": "none" }];
}

/** Half of them as they were made, a quarter with other values, a quarter with other bytes. */
async function* bodies(folder, operation, { count, seed, next }) {
  const cases = Object.keys(FILES)
    .filter((file) => FILES[file] === operation)
    .flatMap(casesOf);
  const texts = cases.map(bodyOf);
  const values = cases.flatMap(({ body }) => (typeof body === "object" && body !== null ? [body] : []));
  let at = 0;
  for await (const { request } of expectations(folder, { operation, count, seed })) {
    const text = JSON.stringify(request);
    [texts, values].forEach((list, place) => list.push([Buffer.from(text), request][place]));
    at += 1;
    if (at % 2 === 1) yield text;
    else yield at % 4 === 0 ? mutate(texts, next) : JSON.stringify(mutateValue(values, next));
  }
}
