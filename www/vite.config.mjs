// The development server and the build of the dashboard.
import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogues, texts } from "./texts.mjs";

/** The edge on this machine, unless another one is said. */
const EDGE_URL = process.env.EDGE_URL ?? "http://127.0.0.1:8787";

/**
 * The proxy options for requests to the edge. The edge accepts a session only from its own origin, so this server, and
 * no other, replaces the origin of the page.
 */
const toEdge = { target: EDGE_URL, changeOrigin: true, headers: { origin: new URL(EDGE_URL).origin } };
const proxy = Object.fromEntries(["/v1", "/dashboard/v1", "/docs", "/explore"].map((path) => [path, toEdge]));

/** The modules that all pages share. One file loads faster than twenty small ones. */
const SHARED =
  /www\/src\/(app|data|language|view|filters)\/(?!Join|WindowChoice|first-paint)|www\/src\/charts\/(Figure|Chart|chart-spec|units|colours)\.|www\/src\/parts\/(Button|Card|DataTable|Marks|More|NotInPlan|Overlays|SelectOf|Stat|States|ValuePicker|download)\.|node_modules\/lucide-react/;

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
  plugins: [texts(), catalogues(), react(), begin],
  server: { port: 5173, strictPort: true, proxy },
  preview: { port: 5173, strictPort: true, proxy },
  build: {
    target: "es2023",
    // The charts are a chunk of their own, which is loaded with the first picture.
    chunkSizeWarningLimit: 700,
    // scripts/site/dashboard.mjs writes the preloads into each page's HTML.
    modulePreload: { polyfill: false },
    // One style sheet, which is written into the files: nothing is fetched before something is painted.
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "shared", test: SHARED, includeDependenciesRecursively: true }] } },
    },
  },
});
