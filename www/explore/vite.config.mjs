// The development server and the build of the page.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vite";

/**
 * The edge to which the development and preview servers forward requests; by default the edge on this machine.
 */
const EDGE_URL = process.env.EDGE_URL ?? "http://127.0.0.1:8787";
/** Under this path the edge is of the page's own origin, so that no key needs to be made for a page. */
const EDGE_PATH = "/edge";

const proxy = {
  [EDGE_PATH]: { target: EDGE_URL, changeOrigin: true, rewrite: (path) => path.slice(EDGE_PATH.length) },
};

/**
 * Tells the page that this server has an edge, and where that is for everybody else. A page that is served by anything
 * else says of itself which edge it asks.
 */
function edgeOfThisServer() {
  const address = new URL(EDGE_URL).href.replace(/\/+$/, "");
  const told = (html) =>
    html.replace(
      '<meta name="edge" content="">',
      `<meta name="edge" content="${EDGE_PATH}" data-address="${address}">`,
    );
  return {
    name: "edge-of-this-server",
    transformIndexHtml: { order: "pre", handler: (html, { server }) => (server ? told(html) : html) },
    configurePreviewServer(server) {
      const { root, build } = server.config;
      server.middlewares.use((request, response, next) => {
        if (!/^\/(index\.html)?($|\?)/.test(request.url)) return next();
        response.setHeader("Content-Type", "text/html");
        response.end(told(readFileSync(resolve(root, build.outDir, "index.html"), "utf8")));
      });
    },
  };
}

export default defineConfig({
  // Relative, so that the page can be served from any folder.
  base: "./",
  plugins: [edgeOfThisServer()],
  server: { port: 5173, strictPort: true, proxy },
  preview: { port: 5173, strictPort: true, proxy },
  // The charts are a chunk of their own, which is loaded with the first answer.
  build: { target: "es2022", chunkSizeWarningLimit: 700 },
});
