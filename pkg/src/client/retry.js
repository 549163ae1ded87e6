// The retry policy.
import { retryAfter } from "./response.js";

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** Longer than the window of a minute's rate limit. Longer waits are errors. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Returns the milliseconds until the next attempt; undefined if there should be none. Adds full jitter to the wait that
 * the edge requests, so clients refused together retry at different times.
 * @param {Response | undefined} response undefined after a network error
 */
export function waitBefore(response, attempt, isSafe) {
  const mayHaveRun = response?.status !== 429;
  if (mayHaveRun && !isSafe) return undefined;
  if (response && response.status !== 429 && response.status !== 503) return undefined;
  const requestedMs = (response && retryAfter(response.headers)) ?? 0;
  if (requestedMs > LONGEST_WAIT_MS) return undefined;
  return requestedMs + Math.random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}
