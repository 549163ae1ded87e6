// Test kit for members of an account: an operator invites them, and they sign in as a dashboard page does.
import assert from "node:assert/strict";
import { expectOk } from "./account.mjs";
import { operator, send } from "./client.mjs";

/** Returns the headers that a dashboard page sends, including those that its browser adds. */
export const pageHeaders = (edge, cookie) => ({
  "X-Overheard-Dashboard": "1",
  "Sec-Fetch-Site": "same-origin",
  Origin: new URL(edge.url).origin,
  ...(cookie && { Cookie: cookie }),
});

/** Sends a request as a dashboard page does, with a session cookie. */
export function fetchAsMember(edge, cookie, method, path, body, headers = {}) {
  const content = body === undefined ? {} : { "Content-Type": "application/json" };
  return send(edge, path, {
    method,
    headers: { ...pageHeaders(edge, cookie), ...content, ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** Sends a request to the dashboard's API. */
export const fetchDashboard = (edge, cookie, method, path, body, headers) =>
  fetchAsMember(edge, cookie, method, `/dashboard/v1${path}`, body, headers);

/** Returns the invitation from the fragment of a member's link. */
export const invitationOf = ({ invitation }) => new URL(invitation.link).hash.slice(1);

/** Invites a member to an account. Returns the member's record, which includes the invitation. */
export const invite = async (edge, account, { label = "Reporting desk", role = "admin" } = {}) =>
  expectOk(await operator(edge, "POST", `/accounts/${account.id}/members`, { label, role }));

/** Signs in with an invitation. */
export const signIn = (edge, invitation, headers = {}, cookie = undefined) =>
  fetchDashboard(edge, cookie, "POST", "/sign-in", { invitation }, headers);

/** Checks the attributes of the session cookie that a response sets. Returns the cookie as a browser sends it. */
export function cookieOf({ headers }) {
  const set = headers.get("set-cookie");
  assert.match(set, /^__Host-overheard=ohs_\w+; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict$/);
  return set.slice(0, set.indexOf(";"));
}

/** Creates a member and signs in. Returns the record, the `cookie` and the `session`. */
export async function createMember(edge, account, wanted) {
  const member = await invite(edge, account, wanted);
  const answer = await signIn(edge, invitationOf(member));
  assert.equal(answer.status, 200, answer.text);
  return { ...member, cookie: cookieOf(answer), session: answer.json.session };
}
