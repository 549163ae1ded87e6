// Outcomes of requests by the package's module, computed in Node.js and in a browser alike.

const bytesOf = (base64) => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));

/**
 * The shaped request, or the body of the problem, of each request: an operation with the bytes of a body in Base64, or
 * with a query.
 */
export function outcomes({ check, shape }, requests) {
  return requests.map(({ operation, base64, query }) => {
    const request = base64 === undefined ? query : bytesOf(base64);
    const problem = check(operation, request);
    return problem ? problem.body : shape(operation, request);
  });
}
