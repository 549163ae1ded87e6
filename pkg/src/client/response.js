// Metadata from the headers of an answer.

/** @param {Response} response @param {number} attempts the number of times the request was sent */
export function responseInfo(response, attempts) {
  const { status, headers } = response;
  const limit = number(headers, "x-ratelimit-limit");
  return {
    status,
    headers,
    requestId: headers.get("x-request-id") ?? undefined,
    cost: number(headers, "x-query-cost"),
    charged: headers.has("x-quota-charged") ? headers.get("x-quota-charged") === "true" : undefined,
    cache: headers.get("x-cache") ?? undefined,
    sizeApplied: number(headers, "x-size-applied"),
    hints: hints(headers),
    rateLimit:
      limit === undefined
        ? undefined
        : {
            limit,
            remaining: number(headers, "x-ratelimit-remaining"),
            reset: new Date(number(headers, "x-ratelimit-reset") * 1000),
          },
    retryAfter: retryAfter(headers),
    attempts,
  };
}

function number(headers, name) {
  const value = headers.get(name);
  return value === null ? undefined : Number(value);
}

/** Returns the hints for a better request: comma-separated in the header, percent-encoded if necessary. */
const hints = (headers) =>
  headers
    .get("x-hint")
    ?.split(",")
    .map((hint) => decoded(hint.trim())) ?? [];

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses `Retry-After`, a number of seconds or a date, and returns milliseconds. */
export function retryAfter(headers, now = Date.now()) {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
