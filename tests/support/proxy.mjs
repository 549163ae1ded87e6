// A proxy before an edge that observes every request and can cut the connection before or after the edge acts.
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * Passes requests on to an edge. Calls `watch(line, moment, body)` for each of them, with a line such as `PUT /path`.
 * The moment is "asked" before the edge gets the request, and "answered" before the client gets the response. The proxy
 * closes the connection if `watch` returns false.
 */
export async function startProxy(edge, watch) {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const line = `${method} ${url}`;
    try {
      const body = await buffer(request);
      if ((await watch(line, "asked", body)) === false) return response.destroy();
      const kept = Object.fromEntries(
        ["authorization", "content-type", "content-encoding", "accept"]
          .filter((name) => headers[name])
          .map((name) => [name, headers[name]]),
      );
      const answer = await fetch(edge.url + url, {
        method,
        headers: { ...kept, Connection: "close" },
        ...(body.length > 0 && { body }),
      });
      const text = await answer.text();
      if ((await watch(line, "answered", body)) === false) return response.destroy();
      const passed = ["retry-after", "x-clickhouse-exception-code"]
        .map((name) => [name, answer.headers.get(name)])
        .filter(([, value]) => value !== null);
      return response
        .writeHead(answer.status, { "content-type": "application/json", ...Object.fromEntries(passed) })
        .end(text);
    } catch {
      // The edge is gone, so the connection to it is gone too.
      return response.destroy();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}
