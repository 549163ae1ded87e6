// Accounts of the Account API: made with their brands and a token, and asked for what they see.
import { operator, send } from "./client.mjs";

/** The body of an answer that is good. */
export function good({ status, json, text }) {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return json;
}

/** A brand that is found by its name alone. */
export const brand = (label) => ({ label, terms: [label] });

/** Makes a token of an account: its record, and the `secret`. */
export const createToken = async (edge, account, more = {}) =>
  good(await operator(edge, "POST", "/keys", { account_id: account.id, face: "account", name: "dashboard", ...more }));

/** Makes an account that monitors brands: its record, and the secret of a token of it as `token`. */
export async function createAccount(edge, { plan = "enterprise", brands = [] } = {}) {
  const account = good(await operator(edge, "POST", "/accounts", { name: "Meridian", plan, brands }));
  return { ...account, token: (await createToken(edge, account)).secret };
}

/** Changes members of an account. */
export const changeAccount = async (edge, account, members) =>
  good(await operator(edge, "POST", `/accounts/${account.id}`, members));

/** Asks as an account. */
export const see = (edge, { token }, address, { headers = {}, ...init } = {}) =>
  send(edge, address, { ...init, headers: { Authorization: `Bearer ${token}`, ...headers } });

/** An address in which a parameter has this value alone. */
export function withParameter(address, name, value) {
  const [path, query = ""] = address.split("?");
  const others = query.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  return `${path}?${[...others, `${name}=${value}`].join("&")}`;
}

/** The pages of a list as they come, each reached by the cursor of the one before. What is no page ends them. */
export async function* pagesOf(edge, account, address) {
  let cursor = null;
  do {
    const page = await see(edge, account, cursor === null ? address : withParameter(address, "cursor", cursor));
    yield page;
    cursor = page.json?.next_cursor ?? null;
  } while (cursor !== null);
}

/** All items of a list, page by page. */
export async function itemsOf(edge, account, address) {
  const items = [];
  for await (const page of pagesOf(edge, account, address)) items.push(...good(page).data);
  return items;
}
