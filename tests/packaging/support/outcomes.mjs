// Computes results of requests with the package's module, both in Node.js and in a browser.

const bytesOf = (base64) => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));

/**
 * Returns the shaped request or the error body of each request. A request is an operation with a query, or with the
 * bytes of a body in Base64.
 */
export function outcomes({ check, shape }, requests) {
  return requests.map(({ operation, base64, query }) => {
    const request = base64 === undefined ? query : bytesOf(base64);
    const problem = check(operation, request);
    return problem ? problem.body : shape(operation, request);
  });
}
