// The dashboard at / and the playground at /explore/, built into the files that the edge serves.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../project.mjs";

/** Where the dashboard is: each address has the same file, so that whatever else nobody serves stays the Worker's to refuse. */
const addresses = JSON.parse(readFileSync(inRoot("www", "src", "app", "addresses.json"), "utf8"));

/** What the accessible controls write into the page: style sheets of their own, allowed by what they say. */
const STYLES = [
  "@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}",
  "@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}",
].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);

/** No script but the files, no address but the edge, nothing inside of other pages. A picture is drawn from a blob to be saved, a report shown from one. */
const POLICY = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' ${STYLES.join(" ")}; img-src 'self' blob:; connect-src 'self'; frame-src blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** The playground asks whichever edge its reader names. Its page has the same policy without what only a header can say. */
const EXPLORE = "frame-ancestors 'none'";

/** The rules of the `_headers` file for both. */
export const dashboardHeaders = `${addresses
  .map((address) => `${address}
  Content-Security-Policy: ${POLICY}
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
  Permissions-Policy: camera=(), microphone=(), geolocation=()
`)
  .join("\n")}
/assets/*
  Cache-Control: public, max-age=31536000, immutable

/explore/
  Content-Security-Policy: ${EXPLORE}

/explore/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;

/** Builds both into the site's folder. The npm package must be built. */
export async function buildDashboard(folder) {
  // What bundles is installed by the setup.
  const { build } = await import("vite");
  const quiet = { logLevel: "warn", mode: "production" };
  await build({ ...quiet, root: inRoot("www"), build: { outDir: folder, emptyOutDir: false } });
  await build({ ...quiet, root: inRoot("www", "explore"), build: { outDir: join(folder, "explore"), emptyOutDir: true } });
  for (const address of addresses.filter((path) => path !== "/")) {
    const file = join(folder, `${address}.html`);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(join(folder, "index.html"), file);
  }
}
