// Replaces a folder that other processes may be reading.
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isAlive } from "./processes.mjs";

/** Copies that are removed when the process exits. */
const copies = new Set();
process.on("exit", () => copies.forEach(removed));

const removed = (folder) => rmSync(folder, { recursive: true, force: true });

/** Replaces a folder: `write` fills a new one beside it, which is renamed once it is complete. */
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
 * Creates a copy of a folder that does not change when the folder is replaced, and returns its path.
 *
 * Files are linked, so the copy takes no disk space. It is removed when the process ends. Copies of killed processes
 * are removed first.
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
        // Some file systems have no hard links.
        cpSync(source, target);
      }
    }
  }
}
