// Cargo commands of the build: optimised for deploying and measuring, or quick for trying out.
import { join } from "node:path";
import { targetDirectory, wasmTarget } from "../project.mjs";
import { fullDisk, looksOffline } from "../step.mjs";

/**
 * The release profile of Workers: small, because every cold start loads it. Set here and not in Cargo.toml, where it
 * would hold for the operator's command too, which is not small but quick to build.
 */
const OPTIMISED = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "s",
  CARGO_PROFILE_RELEASE_LTO: "true",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "1",
};

/** The line that helps when cargo failed; undefined where its output has to say it. */
export function cargoFailure(output) {
  if (looksOffline(output))
    return "no network: cargo could not download the crates of Cargo.lock; connect, then run the command again";
  if (/linker `\w+` not found/.test(output))
    return "Rust finds no linker: install a C compiler (Debian and Ubuntu: build-essential), then run the command again";
  return fullDisk(output);
}

const profileArgs = (quick) => (quick ? ["--profile", "quick"] : ["--release"]);

/** The folder of a profile below a target directory. */
const profileFolder = (quick) => (quick ? "quick" : "release");

/**
 * The cargo command that compiles crates as WebAssembly. `env` changes the optimised profile, `target` is the
 * directory: what is compiled at the same time needs one of its own.
 */
export function compilingWasm(crates, { quick, env = {}, target = targetDirectory() }) {
  const args = [
    "build",
    ...profileArgs(quick),
    "--lib",
    "--target",
    wasmTarget,
    "--target-dir",
    target,
    ...crates.flatMap((crate) => ["-p", crate]),
  ];
  return { command: "cargo", args, env: { ...(quick ? {} : OPTIMISED), ...env } };
}

/** The module of a crate that was compiled so. */
export const compiledWasm = (crate, { quick, target = targetDirectory() }) =>
  join(target, wasmTarget, profileFolder(quick), `${crate.replaceAll("-", "_")}.wasm`);

/** The cargo command that compiles a program of this machine. */
export const compilingProgram = (crate, { quick }) => ({
  command: "cargo",
  args: ["build", ...profileArgs(quick), "-p", crate],
});

/** The program of a crate that was compiled so. */
export const compiledProgram = (name, { quick }) => join(targetDirectory(), profileFolder(quick), name);
