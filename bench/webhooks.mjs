// How soon events arrive, and whether any is lost. `npm run bench:webhooks -- --help` says how it is used.
import { parseArgs } from "node:util";
import { main } from "../scripts/step.mjs";
import { positive } from "./options.mjs";
import { prepare } from "./prepare.mjs";
import { measureAddition } from "./webhooks/addition.mjs";
import { measureDay } from "./webhooks/day.mjs";
import { measureMany } from "./webhooks/many.mjs";
import { print } from "./webhooks/print.mjs";

const HELP = `Usage: npm run bench:webhooks -- [options]

  many      events to 50 webhooks, of which 5 lead to receivers that are dead: down, slow, out of order or not there. How
            long until the others have all, and how long each event takes to them
  addition  1,000 mentions are added to the demo dataset: how long until the first event about them arrives
  day       a day by a clock that is put forward, with receivers that answer in every way there is, while the edge is
            killed (SIGKILL) at random moments; then as many days as attempts take. At the end every event must have
            arrived, or be kept as a dead letter; none may come to a webhook that was deleted

Ends with exit code 1 where a bar is missed or an event is lost.

  --only PART     many, addition or day
  --events N      of many, how many events (default: 10,000)
  --kills N       of day, how often the edge is killed (default: 10)
  --json          print JSON
  --help          print this
`;

await main(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      events: { type: "string", default: "10000" },
      kills: { type: "string", default: "10" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return process.stdout.write(HELP);
  const [events, kills] = ["events", "kills"].map((name) => positive(name, values[name]));
  await prepare();
  const parts = { many: () => measureMany(events), addition: measureAddition, day: () => measureDay(kills) };
  const measured = {};
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only === undefined || values.only === name) measured[name] = await measure();
  }
  process.stdout.write(values.json ? `${JSON.stringify(measured, null, 2)}\n` : print(measured));
  process.exit(Object.values(measured).every(({ bars }) => bars.every(({ passed }) => passed)) ? 0 : 1);
});
