// Reads a request for the module, which gets it in one call.
import * as module from "worker-module";

/** Names of the headers that the module reads, in lower case. */
const READ_HEADERS = new Set(module.read_headers().split(" "));
/** Bytes of a body that is passed whole. A larger one stays a stream. */
const WHOLE_BODY_BYTES = module.whole_body_bytes();
/** Headers that HTTP allows, and the longest name that the module can hold. It refuses others by their name. */
const ALLOWED_NAME = /^[\w!#$%&'*+.^`|~-]{1,65535}$/;
const FORBIDDEN_VALUE = /[\0-\x08\x0a-\x1f\x7f]/;

/** Returns the method, the address, and the names and values of the headers, each on a line. */
export function readHead({ method, url, headers }) {
  let head = `${method}\n${url}`;
  for (const [name, value] of headers)
    if (READ_HEADERS.has(name) || FORBIDDEN_VALUE.test(value) || !ALLOWED_NAME.test(name))
      head += `\n${name}\n${value}`;
  return head;
}

/**
 * Returns the body of a request as `bytes`, or as a `stream` if it is long or does not declare its length. Does not
 * touch `request.body` otherwise, because the platform would create a stream.
 */
export async function readBody(request) {
  const length = request.headers.get("content-length");
  if (length === null || !(Number(length) <= WHOLE_BODY_BYTES))
    return request.body === null ? {} : { stream: request.body };
  try {
    return { bytes: await request.bytes() };
  } catch {
    return { isTruncated: true };
  }
}
