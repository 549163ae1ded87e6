// The dashboard at / and the playground at /explore/, built into the files that the edge serves.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../project.mjs";
import { Failure } from "../step.mjs";

/**
 * Where the dashboard is: each address has a file of its own, so that whatever else nobody serves stays the Worker's to
 * refuse.
 */
const addresses = JSON.parse(readFileSync(inRoot("www", "src", "app", "addresses.json"), "utf8"));

/** What the accessible controls write into the page: style sheets of their own, allowed by what they say. */
const STYLES = [
  "@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}",
  "@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}",
];

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * No script but the files and the one that each page begins with, no address but the edge, nothing inside of other
 * pages. A picture is drawn from a blob to be saved, a report shown from one.
 */
const policy = ({ style, script }) =>
  `default-src 'none'; script-src 'self' ${hashOf(script)} 'wasm-unsafe-eval'; style-src 'self' ${[style, ...STYLES].map(hashOf).join(" ")}; img-src 'self' blob:; connect-src 'self'; frame-src blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/**
 * The playground asks whichever edge its reader names. Its page has the same policy without what only a header can say.
 */
const EXPLORE = "frame-ancestors 'none'";

/** The rules of the `_headers` file for both. */
const headers = (written) => `${addresses
  .map(
    (address) => `${address}
  Content-Security-Policy: ${policy(written)}
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
  Permissions-Policy: camera=(), microphone=(), geolocation=()
`,
  )
  .join("\n")}
/assets/*
  Cache-Control: public, max-age=31536000, immutable

/icon.svg
  Cache-Control: public, max-age=86400

/explore/
  Content-Security-Policy: ${EXPLORE}

/explore/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;

/**
 * Builds both into the site's folder, and returns their rules for the `_headers` file and the files that were bundled
 * into them. The npm package must be built.
 */
export async function buildDashboard(folder) {
  // What bundles is installed by the setup.
  const { build } = await import("vite");
  const quiet = { logLevel: "warn", mode: "production" };
  const { output } = await build({ ...quiet, root: inRoot("www"), build: { outDir: folder, emptyOutDir: false } });
  const explore = await build({
    ...quiet,
    root: inRoot("www", "explore"),
    build: { outDir: join(folder, "explore"), emptyOutDir: true },
  });
  const written = {
    style: take(folder, output, ".css"),
    script: readFileSync(inRoot("www", "src", "begin.js"), "utf8"),
  };
  const file = readFileSync(join(folder, "index.html"), "utf8");
  const first = await firstPaints();
  for (const address of addresses) {
    const path = join(folder, address === "/" ? "index.html" : `${address}.html`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, pageOf(file, address, { ...written, output, first }));
  }
  return {
    headers: headers(written),
    bundled: [...output, ...explore.output].flatMap(({ moduleIds = [] }) => moduleIds),
  };
}

/** The text of the one file of a kind, which is written into the pages instead. */
function take(folder, output, kind) {
  const [{ fileName, source }] = output.filter((file) => file.fileName.endsWith(kind));
  rmSync(join(folder, fileName));
  return String(source).trim();
}

/** What each address is called, and what is painted there before a script has run: rendered by the page's own code. */
async function firstPaints() {
  const { runnerImport } = await import("vite");
  // What the page asks of a browser while it is loaded.
  Object.assign(globalThis, {
    location: new URL("https://edge.invalid/"),
    matchMedia: () => ({ matches: false, addEventListener() {} }),
  });
  try {
    return (
      await runnerImport(inRoot("www", "src", "app", "first-paint.tsx"), { root: inRoot("www"), logLevel: "warn" })
    ).module;
  } finally {
    delete globalThis.location;
    delete globalThis.matchMedia;
  }
}

/** The file of an address: what is painted first, and what its page needs, asked for at once. */
function pageOf(file, address, { style, script, output, first }) {
  const isJoin = address === "/join";
  const title = first.titleOf(address);
  const needed = isJoin
    ? []
    : [
        ...chunksOf(address, output).map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
        ...output
          .filter(({ fileName }) => fileName.endsWith(".wasm"))
          .map(({ fileName }) => `<link rel="preload" as="fetch" crossorigin href="/${fileName}">`),
      ];
  return file
    .replace(/\s*<link rel="stylesheet"[^>]*>/, "")
    .replace(
      "<title>Overheard</title>",
      () =>
        `<title>${title === undefined || isJoin ? "" : `${title} · `}Overheard</title>\n<script>${script}</script>\n<style>${style}</style>`,
    )
    .replace("</head>", () => `${needed.join("\n")}\n</head>`)
    .replace('<div id="page"></div>', () => `<div id="page">${isJoin ? "" : first.firstPaint(address)}</div>`);
}

/** The files of scripts that the page of an address is made of, without those that every page names. */
function chunksOf(address, output) {
  const parts =
    { "/": ["/overview"], "/settings": ["/settings", "/settings/access"] }[address] ??
    address
      .split("/")
      .slice(1)
      .map((_, at, all) => `/${all.slice(0, at + 1).join("/")}`);
  const modules = parts.map((part) => {
    const name = part.split("/").at(-1);
    return `/pages${part}/${name[0].toUpperCase()}${name.slice(1)}.tsx`;
  });
  const chunks = new Map(output.filter(({ type }) => type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  const roots = modules.map((module) => {
    const root = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!root) throw new Failure(`${address}: no page is in www/src${module}`);
    return root.fileName;
  });
  const always = new Set(withImports([...chunks.values()].find(({ isEntry }) => isEntry).fileName, chunks));
  return [...new Set(roots.flatMap((root) => withImports(root, chunks)))].filter((name) => !always.has(name));
}

const withImports = (name, chunks, found = new Set()) => {
  if (!found.has(name)) {
    found.add(name);
    for (const imported of chunks.get(name).imports) withImports(imported, chunks, found);
  }
  return [...found];
};
