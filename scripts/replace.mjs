// Replacing a folder that others may be reading.
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isAlive } from "./processes.mjs";

/** Copies that end with the process. */
const copies = new Set();
process.on("exit", () => copies.forEach(removed));

const removed = (folder) => rmSync(folder, { recursive: true, force: true });

/** Writes a folder anew: `write` fills another one beside it, which takes its place once it is complete. */
export async function replaceFolder(folder, write) {
  const [staged, replaced] = [`${folder}.new`, `${folder}.old`];
  [staged, replaced].forEach(removed);
  mkdirSync(staged, { recursive: true });
  try {
    await write(staged);
  } catch (failure) {
    removed(staged);
    throw failure;
  }
  if (existsSync(folder)) renameSync(folder, replaced);
  renameSync(staged, folder);
  removed(replaced);
}

/**
 * Makes a copy of a folder that stays as it is when the folder is replaced, and returns its path. Files are linked, so
 * the copy takes no space. It is removed when the process ends; copies left by processes that were killed are removed
 * first.
 */
export function snapshot(folder) {
  const [parent, prefix] = [dirname(folder), `.${basename(folder)}-`];
  for (const name of readdirSync(parent).filter((one) => one.startsWith(prefix))) {
    if (!isAlive(Number(name.slice(prefix.length).split("-")[0]))) removed(join(parent, name));
  }
  const copy = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  copyLinked(folder, copy);
  copies.add(copy);
  return copy;
}

function copyLinked(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      mkdirSync(target);
      copyLinked(source, target);
    } else {
      try {
        linkSync(source, target);
      } catch {
        // Some file systems have no links.
        cpSync(source, target);
      }
    }
  }
}
