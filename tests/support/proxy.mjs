// A way to an edge that sees every request, and can interrupt what happens between a request and its answer.
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * Passes requests on to an edge. `watch(line, moment)` is told of each, as `PUT /path`: at "asked" the edge has not
 * seen it yet, at "answered" the edge has done it and nobody knows. Where it returns false, the connection ends there.
 */
export async function startProxy(edge, watch) {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const line = `${method} ${url}`;
    try {
      const body = await buffer(request);
      if ((await watch(line, "asked")) === false) return response.destroy();
      const kept = Object.fromEntries(
        ["authorization", "content-type", "accept"]
          .filter((name) => headers[name])
          .map((name) => [name, headers[name]]),
      );
      const answer = await fetch(edge.url + url, {
        method,
        headers: { ...kept, Connection: "close" },
        ...(body.length > 0 && { body }),
      });
      const text = await answer.text();
      if ((await watch(line, "answered")) === false) return response.destroy();
      const retry = answer.headers.get("retry-after");
      return response
        .writeHead(answer.status, { "content-type": "application/json", ...(retry && { "retry-after": retry }) })
        .end(text);
    } catch {
      // The edge is gone: so is the connection to it.
      return response.destroy();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}
