// URLs of requests.
import { queryOf } from "../query.js";

const THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Checks a base URL and returns it without a trailing slash. */
export function baseOf(baseUrl) {
  const url = URL.canParse(baseUrl ?? "", globalThis.location?.href)
    ? new URL(baseUrl, globalThis.location?.href)
    : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && THIS_MACHINE.test(url.hostname));
  if (!isSafe || url.username || url.password || url.search || url.hash) {
    const shown = url ? `'${url.origin}${url.pathname}'` : "no address";
    throw new TypeError(
      `baseUrl must be an https:// address (http:// only on this machine) without a user, a query or a fragment. Got ${shown}.`,
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Returns the URL of a path with its query. */
export function addressOf(base, path, query = {}) {
  if (!path.startsWith("/")) throw new TypeError(`path must begin with '/'. Got '${path}'.`);
  const given = queryOf(query);
  return base + path + (given && (path.includes("?") ? "&" : "?") + given);
}
