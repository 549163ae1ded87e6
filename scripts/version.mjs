// Prints or sets the version of all released parts: crates, Worker, command, package, wheel.
import { parseArgs } from "node:util";
import { root } from "./project.mjs";
import { isVersion, setVersion, versionPlaces, versionOf } from "./release/version.mjs";
import { Failure, main } from "./step.mjs";

const HELP = `Usage: node scripts/version.mjs [VERSION] [--dry-run]

Sets the version of everything that is released together: the crates, the Worker, the operator's command, the npm
package, the page, the Python client, and the file names in the documents. Cargo.toml's [workspace.package] rules.

  VERSION      such as 0.3.0 or 1.0.0-rc.1; without one, the version is told, and any place that says another one
  --dry-run    tells which files would change, and changes none
  --help       this

Afterwards: write the section of CHANGELOG.md and the guide in docs/migrations/, run npm test, then npm run release.
`;

/** Prints the version; fails if places differ. */
function printVersion() {
  const version = versionOf(root);
  const others = versionPlaces(root).filter((place) => place.version !== version);
  process.stdout.write(`${version}\n`);
  if (others.length > 0) {
    const list = others.map((place) => `${place.at} says ${place.version}`).join("; ");
    throw new Failure(`Cargo.toml says ${version}, but ${list}. Run: node scripts/version.mjs ${version}`);
  }
}

await main(import.meta.url, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "dry-run": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return void process.stdout.write(HELP);
  const [version, ...more] = positionals;
  if (more.length > 0) throw new Failure(`one version is taken, not ${positionals.length}: ${positionals.join(", ")}`);
  if (version === undefined) return printVersion();
  if (!isVersion(version))
    throw new Failure(
      `VERSION '${version}' is no version. Allowed: three numbers such as 0.3.0, or with what comes before a release, such as 1.0.0-rc.1`,
    );
  const dryRun = values["dry-run"] ?? false;
  const files = setVersion(root, version, { dryRun });
  const said =
    files.length === 0
      ? `Everything is ${version} already.`
      : `${dryRun ? "Would set" : "Set"} ${version} in:\n  ${files.join("\n  ")}`;
  process.stdout.write(`${said}\n`);
});
