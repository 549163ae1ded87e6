// Static checks: format, lints and documentation, for the native crates and for the Worker on WebAssembly.
import { allCrates, checkComponents, fontPackages } from "./licences.mjs";
import { packagesIn, wasmTarget } from "./project.mjs";
import { setup } from "./setup.mjs";
import { main, show, work } from "./step.mjs";

const DENY = ["--", "-D", "warnings"];
// The core is checked again with the Worker's features, without those of the operator's command.
const EDGE = ["-p", "overheard", "-p", "overheard-worker", "--target", wasmTarget];
// The module of the npm package, with the smaller and the complete set of features.
const MODULE = ["-p", "overheard-wasm", "--target", wasmTarget];

/** Checks the format of Rust, and the format and lints of JavaScript and TypeScript. */
export async function checkFormat() {
  await show("Format", "cargo", ["fmt", "--all", "--check"]);
  await show("Format and lints of JavaScript", packagesIn("scripts", ".bin", "biome"), [
    "ci",
    "--error-on-warnings",
    "--max-diagnostics=50",
  ]);
}

/** The lints of native crates. They read what compiling does, so a build with them takes their place in a test run. */
export const checkNative = () => show("Lints", "cargo", ["clippy", "--all-targets", ...DENY]);

/** Checks all except the lints of native crates. */
export async function checkOthers() {
  await work("Licences of crates and fonts", async () => checkComponents([...allCrates(), ...fontPackages()]));
  await checkFormat();
  await show("Lints of the Workers", "cargo", [
    "clippy",
    "--lib",
    ...EDGE,
    "-p",
    "overheard-reference-worker",
    ...DENY,
  ]);
  await show("Lints of the package's modules", "cargo", ["clippy", ...MODULE, ...DENY]);
  await show("Lints of the package's whole module", "cargo", ["clippy", ...MODULE, "--features", "full", ...DENY]);
  // The command has the library's name. It is documented first, so that target/doc keeps the library.
  await show("Documentation of the command", "cargo", ["doc", "--no-deps", "-p", "overheard-cli"], {
    RUSTDOCFLAGS: "-D warnings",
  });
  await show("Documentation", "cargo", ["doc", "--no-deps", "--lib"], { RUSTDOCFLAGS: "-D warnings" });
  await show("Documentation of the Worker", "cargo", ["doc", "--no-deps", ...EDGE], { RUSTDOCFLAGS: "-D warnings" });
}

await main(import.meta.url, async () => {
  await setup();
  await checkNative();
  await checkOthers();
});
