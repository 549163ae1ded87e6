// One attempt at a request: sends it and reads the whole answer.

/** Thrown if there was no answer. */
export class ConnectionError extends Error {
  /**
   * @param {"network" | "timeout" | "redirected"} code for programs
   * @param {string} message for people
   * @param {unknown} [cause] what the runtime threw
   */
  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }

  get name() {
    return "ConnectionError";
  }
}

/**
 * Sends a request and returns the answer and its text. The caller reads the body of a file, without a timeout.
 * @throws {ConnectionError} if there was no answer
 * @throws the abort reason of the caller's signal
 */
export async function attempt(fetch, url, init, { signal, timeout, isFile }) {
  signal?.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout);
  const until = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  try {
    // A redirect would take the secret to another host.
    const response = await fetch(url, { ...init, redirect: "manual", signal: until });
    return { response, text: isFile && response.ok ? undefined : await response.text() };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (late.signal.aborted) throw new ConnectionError("timeout", `${url} did not answer within ${timeout} ms`);
    throw new ConnectionError("network", `${url} could not be reached`, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, or rejects when the signal aborts. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
