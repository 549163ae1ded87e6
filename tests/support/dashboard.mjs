// Members of an account: invited by an operator, signed in as a page of the edge does it.
import assert from "node:assert/strict";
import { good } from "./account.mjs";
import { operator, send } from "./client.mjs";

/** The headers that a page of the edge sends, some of them by its browser. */
export const ofPage = (edge, cookie) => ({
  "X-Overheard-Dashboard": "1",
  "Sec-Fetch-Site": "same-origin",
  Origin: new URL(edge.url).origin,
  ...(cookie && { Cookie: cookie }),
});

/** Asks as a page of the edge does, with the cookie of a session. */
export function asMember(edge, cookie, method, path, body, headers = {}) {
  const content = body === undefined ? {} : { "Content-Type": "application/json" };
  return send(edge, path, {
    method,
    headers: { ...ofPage(edge, cookie), ...content, ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** Asks the dashboard's own surface. */
export const dashboard = (edge, cookie, method, path, body, headers) =>
  asMember(edge, cookie, method, `/dashboard/v1${path}`, body, headers);

/** The invitation in the fragment of a link. */
export const invitationOf = ({ invitation }) => new URL(invitation.link).hash.slice(1);

/** Invites a member to an account: its record with the invitation. */
export const invite = async (edge, account, { label = "Reporting desk", role = "admin" } = {}) =>
  good(await operator(edge, "POST", `/accounts/${account.id}/members`, { label, role }));

/** Signs in by an invitation. */
export const signIn = (edge, invitation, headers = {}, cookie = undefined) =>
  dashboard(edge, cookie, "POST", "/sign-in", { invitation }, headers);

/** The cookie that an answer sets, as a browser sends it; what is said with it is checked. */
export function cookieOf({ headers }) {
  const set = headers.get("set-cookie");
  assert.match(set, /^__Host-overheard=ohs_\w+; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict$/);
  return set.slice(0, set.indexOf(";"));
}

/** A member with a session: its record, and the `cookie`. */
export async function createMember(edge, account, wanted) {
  const member = await invite(edge, account, wanted);
  const answer = await signIn(edge, invitationOf(member));
  assert.equal(answer.status, 200, answer.text);
  return { ...member, cookie: cookieOf(answer), session: answer.json.session };
}
