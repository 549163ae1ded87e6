// The operator's command, left at `bin/overheard` however it was compiled.
import { copyFileSync, linkSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { builtCommand } from "../project.mjs";
import { stepOfSeveral } from "../step.mjs";
import { cargoFailure, compiledProgram, compilingProgram } from "./cargo.mjs";

const CRATE = "overheard-cli";

/** Compiles it and lays it there. */
export async function buildCommand({ quick = false } = {}) {
  await stepOfSeveral("Compiling the operator's command", [compilingProgram(CRATE, { quick })], {
    explain: cargoFailure,
  });
  const [compiled, next] = [compiledProgram("overheard", { quick }), `${builtCommand}.new`];
  mkdirSync(dirname(builtCommand), { recursive: true });
  rmSync(next, { force: true });
  try {
    linkSync(compiled, next);
  } catch {
    // Some file systems have no links.
    copyFileSync(compiled, next);
  }
  renameSync(next, builtCommand);
}
