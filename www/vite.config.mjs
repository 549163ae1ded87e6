// How the dashboard is served while one works on it, and how it is built.
import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The edge on this machine, unless another one is said. */
const EDGE_URL = process.env.EDGE_URL ?? "http://127.0.0.1:8787";

/**
 * What of the edge the page asks. The edge answers a session only for pages of its own origin, which a page that this
 * server serves is not: here, and nowhere else, it is said to be.
 */
const toEdge = { target: EDGE_URL, changeOrigin: true, headers: { origin: new URL(EDGE_URL).origin } };
const proxy = Object.fromEntries(["/v1", "/dashboard/v1", "/docs", "/explore"].map((path) => [path, toEdge]));

/** What every page is made of. One file of it is fetched sooner than twenty small ones that would each be asked for. */
const SHARED =
  /www\/src\/(app|data|view|filters)\/(?!Join|WindowChoice|first-paint)|www\/src\/charts\/(Figure|Chart|chart-spec|units|colours)\.|www\/src\/parts\/(Button|Card|DataTable|Marks|More|NotInPlan|Overlays|SelectOf|Stat|States|ValuePicker|download)\.|node_modules\/lucide-react/;

/** While one works on the page; a build writes it into the files itself. */
const begin = {
  name: "begin",
  apply: "serve",
  transformIndexHtml: () => [
    {
      tag: "script",
      children: readFileSync(new URL("src/begin.js", import.meta.url), "utf8"),
      injectTo: "head-prepend",
    },
  ],
};

export default defineConfig({
  plugins: [react(), begin],
  server: { port: 5173, strictPort: true, proxy },
  preview: { port: 5173, strictPort: true, proxy },
  build: {
    target: "es2023",
    // The charts are a chunk of their own, which is loaded with the first picture.
    chunkSizeWarningLimit: 700,
    // What a page needs is named in its file: scripts/site/dashboard.mjs.
    modulePreload: { polyfill: false },
    // One style sheet, which is written into the files: nothing is fetched before something is painted.
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "shared", test: SHARED, includeDependenciesRecursively: true }] } },
    },
  },
});
