// Builds the dashboard at / and the playground at /explore/ into the edge's static files.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../project.mjs";
import { Failure } from "../step.mjs";

/** The file that the Worker answers with when a browser opens any other address. */
const NOT_FOUND = "/404";
/** The dashboard's addresses. Each has a file of its own, so that the Worker refuses all other addresses. */
const addresses = [...JSON.parse(readFileSync(inRoot("www", "src", "app", "addresses.json"), "utf8")), NOT_FOUND];

/** Style sheets that the accessible controls add to the page. The policy allows them by their hashes. */
const STYLES = [
  "@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}",
  "@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}",
];

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The policy allows no script other than the files and the inline one, no address other than the edge, and no framing.
 * Charts are saved, and reports shown, through blob addresses.
 */
const policy = ({ style, script }) =>
  `default-src 'none'; script-src 'self' ${hashOf(script)} 'wasm-unsafe-eval'; style-src 'self' ${[style, ...STYLES].map(hashOf).join(" ")}; img-src 'self' blob:; connect-src 'self'; frame-src blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/**
 * The playground's reader chooses its edge, so its page has a policy of its own. Only this directive needs a header.
 */
const EXPLORE = "frame-ancestors 'none'";

/** Returns the rules of the `_headers` file for both. */
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
 * Builds both into the site's folder. Returns their rules for the `_headers` file and the bundled files. The npm
 * package must be built.
 */
export async function buildDashboard(folder) {
  // Imported late, because the setup installs the bundler.
  const { build } = await import("vite");
  const quiet = { logLevel: "warn", mode: "production" };
  const { output } = await build({ ...quiet, root: inRoot("www"), build: { outDir: folder, emptyOutDir: false } });
  const explore = await build({
    ...quiet,
    root: inRoot("www", "explore"),
    build: { outDir: join(folder, "explore"), emptyOutDir: true },
  });
  const written = {
    style: takeOnlyFile(folder, output, ".css"),
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

/** Removes the only file of a kind and returns its text, which is inlined into the pages. */
function takeOnlyFile(folder, output, kind) {
  const [{ fileName, source }] = output.filter((file) => file.fileName.endsWith(kind));
  rmSync(join(folder, fileName));
  return String(source).trim();
}

/** Returns the title and the first paint of each address, rendered by the page's own code. */
async function firstPaints() {
  const [{ runnerImport }, { texts }] = await Promise.all([import("vite"), import("../../www/texts.mjs")]);
  // Browser APIs that the page uses while it loads.
  Object.assign(globalThis, {
    location: new URL("https://edge.invalid/"),
    matchMedia: () => ({ matches: false, addEventListener() {} }),
  });
  try {
    const options = { root: inRoot("www"), logLevel: "warn", plugins: [texts()] };
    return (await runnerImport(inRoot("www", "src", "app", "first-paint.tsx"), options)).module;
  } finally {
    delete globalThis.location;
    delete globalThis.matchMedia;
  }
}

/** Returns the file of an address: its first paint, and preload links to its scripts and its module. */
function pageOf(file, address, { style, script, output, first }) {
  const isJoin = address === "/join";
  const title = first.titleOf(address);
  const needed =
    isJoin || address === NOT_FOUND
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
        `<title>${title === undefined || isJoin ? "" : `${title} · `}Overheard</title>\n${catalogues(output)}<script>${script}</script>\n<style>${style}</style>`,
    )
    .replace("</head>", () => `${needed.join("\n")}\n</head>`)
    .replace('<div id="page"></div>', () => `<div id="page">${isJoin ? "" : first.firstPaint(address)}</div>`);
}

/** Returns the addresses of the catalogues, from which begin.js preloads that of the reader's language. */
const catalogues = (output) =>
  output
    .map(({ fileName, facadeModuleId }) => [fileName, /\/locales\/(\w+)\.po$/.exec(facadeModuleId ?? "")?.[1]])
    .filter(([, language]) => language)
    .map(([fileName, language]) => `<meta name="catalogue-${language}" content="/${fileName}">\n`)
    .join("");

/** Returns the scripts of an address's page, without those of every page. */
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
