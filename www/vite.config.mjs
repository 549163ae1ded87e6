// How the dashboard is served while one works on it, and how it is built.
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

export default defineConfig({
  plugins: [react()],
  server: { port: 5173, strictPort: true, proxy },
  preview: { port: 5173, strictPort: true, proxy },
  // The charts are a chunk of their own, which is loaded with the first picture.
  build: { target: "es2023", chunkSizeWarningLimit: 700 },
});
