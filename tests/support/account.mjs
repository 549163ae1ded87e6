// Test kit for accounts of the Account API: creates accounts with brands and a token, and sends their requests.
import { operator, send } from "./client.mjs";

/** Returns the JSON body of a successful response. Throws for any other status. */
export function expectOk({ status, json, text }) {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return json;
}

/** Returns a brand whose only search term is its label. */
export const brand = (label) => ({ label, terms: [label] });

/** Creates a token of an account. Returns its record, which includes the `secret`. */
export const createToken = async (edge, account, more = {}) =>
  expectOk(
    await operator(edge, "POST", "/keys", { account_id: account.id, face: "account", name: "dashboard", ...more }),
  );

/** Creates an account that monitors brands. Returns its record, with the secret of a new token as `token`. */
export async function createAccount(edge, { plan = "enterprise", brands = [] } = {}) {
  const account = expectOk(await operator(edge, "POST", "/accounts", { name: "Meridian", plan, brands }));
  return { ...account, token: (await createToken(edge, account)).secret };
}

/** Updates fields of an account. */
export const changeAccount = async (edge, account, members) =>
  expectOk(await operator(edge, "POST", `/accounts/${account.id}`, members));

/** Sends a request with an account's token. */
export const fetchAs = (edge, { token }, address, { headers = {}, ...init } = {}) =>
  send(edge, address, { ...init, headers: { Authorization: `Bearer ${token}`, ...headers } });

/** Returns an address in which a query parameter occurs once, with this value. */
export function withParameter(address, name, value) {
  const [path, query = ""] = address.split("?");
  const others = query.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  return `${path}?${[...others, `${name}=${value}`].join("&")}`;
}

/** Yields the responses of a list page by page, following the cursors. A response without a cursor is the last one. */
export async function* pagesOf(edge, account, address) {
  let cursor = null;
  do {
    const page = await fetchAs(edge, account, cursor === null ? address : withParameter(address, "cursor", cursor));
    yield page;
    cursor = page.json?.next_cursor ?? null;
  } while (cursor !== null);
}

/** Returns all items of a list, from all of its pages. */
export async function itemsOf(edge, account, address) {
  const items = [];
  for await (const page of pagesOf(edge, account, address)) items.push(...expectOk(page).data);
  return items;
}
