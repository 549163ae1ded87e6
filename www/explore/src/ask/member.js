// The member signed in to the dashboard of the same edge, who needs no key.

/** Says that a page of the dashboard asks: without it a session counts for nothing. */
const FROM_DASHBOARD = { "X-Overheard-Dashboard": "1" };

/** The member's label and account; undefined where nobody is signed in, or where this page's origin is no edge. */
export async function memberOf(baseUrl) {
  if (baseUrl !== location.origin) return undefined;
  try {
    const answer = await fetch(`${baseUrl}/dashboard/v1/session`, { headers: FROM_DASHBOARD });
    if (!answer.ok) return undefined;
    const { member, account } = await answer.json();
    return { label: member.label, account: account.name };
  } catch {
    // Any server may have this page.
    return undefined;
  }
}

/** Returns true if a request without a key uses the member's session, which only the page's own edge receives. */
export const asksAsMember = ({ secret, member, baseUrl }) =>
  secret === "" && member !== undefined && baseUrl === location.origin;

/** The client's options for the session, which is a cookie that no script sees. */
export const bySession = {
  // The client wants a credential; the session stands in its place.
  browserToken: "ohb_session",
  fetch(url, init) {
    const headers = new Headers(init.headers);
    headers.delete("Authorization");
    for (const [name, value] of Object.entries(FROM_DASHBOARD)) headers.set(name, value);
    return fetch(url, { ...init, headers, credentials: "same-origin" });
  },
};
