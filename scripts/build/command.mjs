// Builds the operator's command. Any kind of build puts it at `bin/overheard`.
import { copyFileSync, linkSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { builtCommand } from "../project.mjs";
import { stepOfSeveral } from "../step.mjs";
import { cargoFailure, compiledProgram, compilingProgram } from "./cargo.mjs";

const CRATE = "overheard-cli";

/** Compiles the command and puts it there. */
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
    // Some file systems have no hard links.
    copyFileSync(compiled, next);
  }
  renameSync(next, builtCommand);
}
