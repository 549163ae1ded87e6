// In which ways a question is sent, and what both interfaces do for pages.
import { mutateValue } from "../../tests/support/mutate.mjs";
import { expectOk } from "../../tests/support/account.mjs";

/** The page that browser tokens are for. */
export const ORIGIN = "https://dashboard.example";

/** Headers of an answer's form, usual ones more often. */
export const WAYS = [
  {},
  {},
  {},
  { Prefer: "meta" },
  { Prefer: "meta" },
  { Accept: "application/json; profile=wrapped" },
  { Accept: "application/json; profile=wrapped", Prefer: "respond-async, meta" },
  { Accept: "application/json; profile=flat" },
  { Accept: "text/html, application/*;q=0.5" },
  { Accept: "text/html" },
  { Origin: "https://elsewhere.example" },
  { "Accept-Encoding": "gzip" },
];

export const oneOf = (list, next) => list[Math.floor(next() * list.length)];

/**
 * Asks for tokens that pages get, right ones and wrong ones, and returns the headers that the last right one is sent
 * with.
 */
export async function askTokens(pair, credential, wanted, { count, next }) {
  const bodies = wanted.map((one) => ({ origin: ORIGIN, ...one }));
  const headers = { "Content-Type": "application/json", ...credential };
  const make = (body) =>
    pair.ask("browser-tokens", "/v1/_ext/browser-tokens", { method: "POST", headers, body: JSON.stringify(body) });
  for (let asked = 0; asked < count; asked += 1) await make(mutateValue(bodies, next));
  let token;
  for (const body of bodies) token = expectOk((await make(body))[1]).token;
  return { Authorization: `Bearer ${token}`, Origin: ORIGIN };
}

/** Tells now and then how many requests were asked. */
export function told(note, asked, count) {
  if (asked % 50 === 0) note(`${asked} of ${count}`);
}
