// When a request is sent again.
import { retryAfter } from "./response.js";

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** A minute's rate opens again within it. Whoever would wait longer is told instead. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Milliseconds until the next attempt; undefined when there should be none. Clients that were refused together come
 * back at different times (full jitter), and never before the edge asks them to.
 * @param {Response | undefined} response undefined when the network failed
 */
export function waitBefore(response, attempt, isSafe) {
  const mayHaveRun = response?.status !== 429;
  if (mayHaveRun && !isSafe) return undefined;
  if (response && response.status !== 429 && response.status !== 503) return undefined;
  const asked = (response && retryAfter(response.headers)) ?? 0;
  if (asked > LONGEST_WAIT_MS) return undefined;
  return asked + Math.random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}
