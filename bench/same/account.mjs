// Random questions of the Account API: those of the oracle, damaged ones, and those of the corpus, sent in every way.
import { casesOf } from "../../tests/support/corpus.mjs";
import { withParameter } from "../../tests/support/account.mjs";
import { ACCOUNT_OPERATIONS, accountQuestions } from "../../tests/support/oracle.mjs";
import { random } from "../../tests/support/random.mjs";
import { WAYS, askTokens, oneOf, told } from "./ways.mjs";

const ITSELF = ["account", "account-usage"];
/** An account is asked about itself as often as about anything else. */
const ITSELF_EVERY = ACCOUNT_OPERATIONS.length / ITSELF.length;
/** Values that are often wrong where they stand, and sometimes right. */
const ODD = [
  "",
  "-",
  "0",
  "-1",
  "1",
  "1e9",
  "10.5",
  "25",
  "101",
  "null",
  "desc",
  "newest",
  "month",
  "youtub",
  "-youtube",
  "a,b,,c",
  "a,a",
  ",",
  "%",
  "%FF",
  "%00",
  "%C3%BC",
  "+",
  "2026-02-30",
  "2026-01-01",
  "20260101",
  "2025-06-01..2025-01-01",
  "brd_1",
  "x".repeat(300),
];
/** Further pages of a list that are asked for, and how often who has an answer asks again. */
const PAGES = 2;
const HAS_IT = 0.1;

/** Tokens for pages, and how many wrong ones are asked for as each account. */
const tokens = ([{ label }]) => [
  {},
  { operations: ["mentions", "trends"], expires_in: 600 },
  { filters: { brand: label, min_views: 1000 } },
];
const DAMAGED_TOKENS = 4;

/** Parameters of a question about usage, and values that they may have. */
const USAGE = {
  from: ["2024-01-01", "2026-01-01", "2026-04-01"],
  to: ["2026-04-01", "2026-04-30", "2026-12-31"],
  interval: ["hour", "day", "month"],
  group_by: ["endpoint", "token", "status,face", "endpoint,status"],
  limit: ["1"],
};

/**
 * Asks both sides of a pair so many questions about the documents of a folder, each operation as an account of its own.
 */
export async function askAccount(pair, folder, { count, seed, note }) {
  const next = random(seed);
  const share = Math.ceil(count / (ACCOUNT_OPERATIONS.length + ITSELF.length));
  const pool = casesOf("account.json").map(({ query }) => `?${query}`);
  for (const plan of ["same", "starter"])
    await pair.operate("PUT", `/plans/account/${plan}`, { per_minute: 1_000_000 });
  let [asked, account, at] = [0, undefined, 0];
  for await (const { brands, operation, address } of accountQuestions(folder, {
    count: share,
    perAccount: share,
    seed,
  })) {
    if (account?.operation !== operation) account = { operation, ...(await makeAccount(pair, brands, next)) };
    const path = address.replaceAll(/brd_[0-9A-Z]+/g, (id) => account.ids.get(id) ?? id);
    pool.push(path);
    at += 1;
    const questions = [{ operation, path: at % 2 === 1 ? path : damaged(path, pool, next) }];
    if (at % ITSELF_EVERY === 0) questions.push(aboutItself(oneOf(ITSELF, next), next));
    for (const { operation, path } of questions) {
      await askOnward(pair, operation, path, { ...oneOf(account.credentials, next), ...oneOf(WAYS, next) }, next);
      told(note, (asked += 1), count);
    }
  }
}

/**
 * Asks a question, now and then once more by who has the answer, and for further pages of a list, each side by its own
 * cursor.
 */
async function askOnward(pair, operation, path, headers, next) {
  let answers = await pair.ask(operation, path, { headers });
  const etag = answers[1].headers.get("etag");
  if (etag !== null && next() < HAS_IT)
    await pair.ask(operation, path, { headers: { "If-None-Match": etag, ...headers } });
  for (let page = 0; page < PAGES; page += 1) {
    const cursors = answers.map(({ json }) => json?.next_cursor);
    if (!cursors.every((cursor) => typeof cursor === "string")) return;
    answers = await pair.ask(
      operation,
      cursors.map((cursor) => withParameter(path, "cursor", cursor)),
      { headers },
    );
  }
}

/**
 * An account that monitors these brands: the ids of its brands by those of the oracle, and what opens it, or one of the
 * smallest plan, or neither.
 */
async function makeAccount(pair, brands, next) {
  const make = async (plan) => {
    const account = await pair.operate("POST", "/accounts", {
      name: "Meridian",
      plan,
      brands: brands.map(({ id, primary, ...brand }) => brand),
    });
    const { secret } = await pair.operate("POST", "/keys", { account_id: account.id, face: "account", name: "same" });
    return { account, token: { Authorization: `Bearer ${secret}` } };
  };
  const [small, { account, token }] = [await make("starter"), await make("same")];
  const page = await askTokens(pair, token, tokens(brands), { count: DAMAGED_TOKENS, next });
  const ids = new Map(brands.map(({ id }, at) => [id, account.brands[at].id]));
  return { ids, credentials: [...Array(16).fill(token), small.token, page, page, { Authorization: "Bearer none" }] };
}

function aboutItself(operation, next) {
  const path = `/v1/${operation.replace("-", "/")}`;
  // The account itself is asked without any.
  const parameters = Object.entries(USAGE).filter(() => next() < (operation === "account" ? 0.02 : 0.25));
  const pairs = parameters.map(([name, values]) => `${name}=${oneOf(next() < 0.9 ? values : ODD, next)}`);
  return { operation, path: pairs.length === 0 ? path : `${path}?${pairs.join("&")}` };
}

/** One to three changes of an address: of its parameters, rarely of its path. Parameters come from others too. */
function damaged(address, pool, next) {
  const [path, query = ""] = address.split("?");
  const pairs = query === "" ? [] : query.split("&");
  const [, other = "limit=1"] = oneOf(pool, next).split("?");
  const taken = oneOf(other.split("&"), next);
  for (let change = 1 + Math.floor(next() * 3); change > 0; change -= 1) {
    const at = Math.floor(next() * pairs.length);
    const [name] = (pairs[at] ?? taken).split("=");
    oneOf(
      [
        () => pairs.splice(at, 1),
        () => pairs.push(pairs[at] ?? taken),
        () => pairs.push(taken),
        () => pairs.splice(at, 1, `${name}=${oneOf(ODD, next)}`),
        () => pairs.splice(at, 1, `${name}=${oneOf(ODD, next)}`),
        () => pairs.push(`${name}s=1`),
      ],
      next,
    )();
  }
  const where = next() < 0.95 ? path : oneOf([`${path}/`, path.slice(0, -1), path.toUpperCase(), `${path}/x`], next);
  return pairs.length === 0 ? where : `${where}?${pairs.join("&")}`;
}
