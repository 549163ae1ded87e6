import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { browserToken } from "./server/browser-token.js";

/** Your own server has such an address; here Vite's does, in development and for what was built. */
const server = ({ middlewares }) => void middlewares.use("/browser-token", browserToken);

export default defineConfig({
  plugins: [react(), { name: "browser-token", configureServer: server, configurePreviewServer: server }],
  // The page waits for the core at its top level.
  build: { target: "es2022" },
});
