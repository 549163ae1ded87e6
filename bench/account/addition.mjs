// What an addition costs accounts whose views are prepared: those that it has mentions of, and those that it has none
// of.
import { cliBinary } from "../../scripts/project.mjs";
import { Failure, step } from "../../scripts/step.mjs";
import { eachOf } from "../../tests/support/client.mjs";
import { BATCH_MENTIONS, makeBatch } from "../cost/batch.mjs";
import { documents } from "../cost/dataset.mjs";
import { makeAccount, prepare } from "./customers.mjs";

/** Accounts that are made at once. */
const AT_ONCE = 4;

/**
 * Prepares an account for each set of brands, adds mentions of those of the even sets, on new days, and has each view
 * prepared with one call: `{ added, first, accounts }`, where `first` is what each view took before, and each account
 * says how many of its mentions are new.
 */
export async function measureAddition(edge, folder, sets) {
  const accounts = await eachOf(sets, (brands) => makeAccount(edge, brands), AT_ONCE);
  process.stderr.write(`Preparing the views of ${accounts.length} accounts\n`);
  const first = await inTurn(accounts, (account) => prepare(edge, account));
  const batch = await makeBatch(folder, {
    models: await modelsOf(
      folder,
      sets.filter((_, at) => at % 2 === 0),
    ),
    onNewDays: true,
  });
  const { dataset, rows_written } = await added(edge, batch);
  const then = await inTurn(accounts, (account) => prepare(edge, account));
  return {
    added: { mentions: BATCH_MENTIONS, dataset, rows_written },
    first,
    accounts: then.map((view, at) => ({
      brands: sets[at].length,
      new_mentions: view.mentions - first[at].mentions,
      ...view,
    })),
  };
}

/** Imports a batch, and leaves the views as they are. */
async function added(edge, batch) {
  const args = ["import", batch, "--no-prepare", "--json", "--to", edge.url];
  const printed = JSON.parse(
    await step(`Adding ${BATCH_MENTIONS} mentions`, cliBinary(), args, {
      env: { OVERHEARD_ADMIN_SECRET: edge.adminSecret },
    }),
  );
  if (!(printed.dataset.revision > 0)) throw new Failure("the mentions were not added: everything was packed anew");
  return printed;
}

/** Mentions to make new ones like: of each set in turn, and of its brands in turn. */
async function modelsOf(folder, sets) {
  const wanted = Array.from({ length: BATCH_MENTIONS }, (_, at) => {
    const brands = sets[at % sets.length];
    return brands[Math.floor(at / sets.length) % brands.length].label;
  });
  const models = new Map(wanted.map((name) => [name, undefined]));
  for await (const mention of documents(folder, "siv_business_ideas")) {
    if (models.has(mention.brand_name)) models.set(mention.brand_name, mention);
  }
  return wanted.map((name) => models.get(name));
}

async function inTurn(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}
