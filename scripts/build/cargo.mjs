// Cargo commands of the build: optimised for deployments and measurements, or quick for trying out.
import { join } from "node:path";
import { targetDirectory, wasmTarget } from "../project.mjs";
import { fullDisk, looksOffline } from "../step.mjs";

/**
 * The release profile of Workers: small, because every cold start loads the code. It is not in Cargo.toml, where it
 * would also apply to the operator's command, which should compile quickly.
 */
const OPTIMISED = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "s",
  CARGO_PROFILE_RELEASE_LTO: "true",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "1",
};

/** Returns a helpful line about a failure of cargo, or undefined if cargo's own output must explain it. */
export function cargoFailure(output) {
  if (looksOffline(output))
    return "no network: cargo could not download the crates of Cargo.lock; connect, then run the command again";
  if (/linker `\w+` not found/.test(output))
    return "Rust finds no linker: install a C compiler (Debian and Ubuntu: build-essential), then run the command again";
  return fullDisk(output);
}

const profileArgs = (quick) => (quick ? ["--profile", "quick"] : ["--release"]);

/** Returns the folder of a profile below a target directory. */
const profileFolder = (quick) => (quick ? "quick" : "release");

/**
 * Returns the cargo command that compiles crates as WebAssembly, with features as cargo takes them. `env` changes the
 * optimised profile. `target` is the target directory: concurrent builds need different ones.
 */
export function compilingWasm(crates, { quick, features = [], env = {}, target = targetDirectory() }) {
  const args = [
    "build",
    ...profileArgs(quick),
    "--lib",
    "--target",
    wasmTarget,
    "--target-dir",
    target,
    ...crates.flatMap((crate) => ["-p", crate]),
    ...features.flatMap((feature) => ["--features", feature]),
  ];
  return { command: "cargo", args, env: { ...(quick ? {} : OPTIMISED), ...env } };
}

/** Returns the path of a crate's compiled module. */
export const compiledWasm = (crate, { quick, target = targetDirectory() }) =>
  join(target, wasmTarget, profileFolder(quick), `${crate.replaceAll("-", "_")}.wasm`);

/** Returns the cargo command that compiles a native program. */
export const compilingProgram = (crate, { quick }) => ({
  command: "cargo",
  args: ["build", ...profileArgs(quick), "-p", crate],
});

/** Returns the path of a crate's compiled native program. */
export const compiledProgram = (name, { quick }) => join(targetDirectory(), profileFolder(quick), name);
