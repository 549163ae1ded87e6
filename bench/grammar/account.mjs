// Every endpoint of the Account API over the whole history and over a month, with each filter.
import { operator } from "../../tests/support/client.mjs";
import { ACCOUNT_OPERATIONS, accountQuestions } from "../../tests/support/oracle.mjs";
import { good, makeAccount, makePlan, prepare, ask as askAs } from "../account/customers.mjs";
import { questionsOf } from "../account/questions.mjs";

const RUNS = 4;
const WINDOWS = [30, 365, 3650];
/** Random questions of an account with brands of its own. */
const PER_ACCOUNT = 100;

/** An account that monitors some brands, with its view prepared, and what can be asked about it. */
export async function accountOf(edge, labels, last) {
  await makePlan(edge);
  const account = await makeAccount(edge, labels.map(monitored));
  const { mentions } = await prepare(edge, account);
  const first = async (path) => (await good(askAs(edge, account, path))).data[0];
  const [mention, influencer] = [await first("/v1/mentions?limit=1"), await first("/v1/influencers?limit=1")];
  return { ...account, mentions, last, mention: mention.id, influencer: influencer.id, labels };
}

/** Their addresses as `{ operation, address }`. */
export function* addressesOf(account) {
  const filters = ["", ...filtersOf(account)];
  const about = { ...account, brands: account.labels };
  for (const days of WINDOWS)
    for (const [operation, address] of Object.entries(questionsOf(about, days)))
      for (const filter of filters)
        for (let run = 0; run < (/mentions|influencers/.test(operation) ? RUNS : 1); run += 1) {
          const path = address(run);
          yield { operation, address: filter === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${filter}` };
        }
}

const filtersOf = ({ labels }) => [
  "platform=youtube,tiktok",
  "sentiment=negative,neutral",
  `brand=${encodeURIComponent(labels[0])}`,
];

const monitored = (label) => ({ label, terms: [label] });

/** Asks the oracle's random questions of so many, each account with its own brands, and hands each answer to `note`. */
export async function askRandom(edge, folder, { count, seed, headers, note }) {
  const accounts = new Map();
  const each = Math.ceil(count / ACCOUNT_OPERATIONS.length);
  for await (const { brands, operation, address } of accountQuestions(folder, {
    count: each,
    perAccount: PER_ACCOUNT,
    seed,
  })) {
    const name = JSON.stringify(brands);
    if (!accounts.has(name)) accounts.set(name, await preparedAccount(edge, brands));
    const { account, ids } = accounts.get(name);
    const known = [...ids].reduce((path, [id, its]) => path.replaceAll(id, its), address);
    await note(operation, known, () => askAs(edge, account, known, headers));
  }
}

/** An account with an oracle's brands, and the ids of these by those of the oracle. */
async function preparedAccount(edge, brands) {
  const account = await makeAccount(
    edge,
    brands.map(({ id, primary, ...brand }) => brand),
  );
  await prepare(edge, account);
  const made = await good(operator(edge, "GET", `/accounts/${account.id}`));
  return { account, ids: new Map(brands.map(({ id }, at) => [id, made.brands[at].id])) };
}
