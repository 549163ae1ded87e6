// Prints the result of `npm start`: an address, a key, a working request, and a link to the dashboard.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../project.mjs";
import { Failure, skip, work } from "../step.mjs";
import { demoLink } from "./demo-account.mjs";

const DEMO_KEY = inRoot(".demo-key");
const QUESTION = { index: "siv_business_ideas", group_by: "brand_name", size: 5 };
const KEY = { name: "demo", plan: "professional", face: "data", access_level: "raw", test: true };

/** Prints the edge's address and a request. `ending` comes before the link, which is the last line. */
export async function printGreeting(edge, ending) {
  const key = await demoKey(edge);
  const link = await work("Inviting you to the demo account", () => demoLink(edge, key));
  process.stdout.write(`
Overheard answers at ${edge.url}
Demo key: ${key}

Ask it which brands are mentioned most:

curl ${edge.url}/v1/aggregate -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(QUESTION)}'

${edge.clickhouse ? `Its dataset is in ClickHouse: commands that write it need --clickhouse ${edge.clickhouse}\n\n` : ""}${ending}

Open the dashboard, signed in as the demo account (the link works once):

${link}

`);
}

/** Returns a trial key. It is created on the first start, and used until the edge does not know it any more. */
async function demoKey(edge) {
  const key = existsSync(DEMO_KEY) ? readFileSync(DEMO_KEY, "utf8").trim() : "";
  const making = "Making the demo key";
  if (key && !(await isUnknown(edge, key))) {
    skip(making, "there is one in .demo-key");
    return key;
  }
  return work(making, async () => {
    const headers = { Authorization: `Bearer ${edge.adminSecret}`, "Content-Type": "application/json" };
    const answer = await fetch(`${edge.url}/admin/v1/keys`, { method: "POST", headers, body: JSON.stringify(KEY) });
    if (!answer.ok)
      throw new Failure(`POST /admin/v1/keys answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    const { secret } = await answer.json();
    writeFileSync(DEMO_KEY, `${secret}\n`, { mode: 0o600 });
    return secret;
  });
}

/** Returns true if an edge does not know a key. A key that is exhausted or cannot be checked now is not unknown. */
async function isUnknown(edge, key) {
  if (!/^\w+$/.test(key)) return true;
  const answer = await fetch(`${edge.url}/v1/schema`, { headers: { "X-API-Key": key } });
  if (answer.status !== 401 && answer.status !== 403) return false;
  const { code } = await answer.json().catch(() => ({}));
  return code === "invalid_credentials";
}
