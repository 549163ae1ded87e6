// What is being done, on stderr: nothing may look as if it hangs.

/** Where it is no terminal, a line now and then is enough. */
const EVERY_MS = 2000;

let last = 0;

/** Says what is being done: on a terminal in one line that is rewritten. */
export function note(what) {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\x1b[K${what.slice(0, (process.stderr.columns ?? 80) - 1)}`);
  } else if (Date.now() - last >= EVERY_MS) {
    last = Date.now();
    process.stderr.write(`${what}\n`);
  }
}

/** Nothing more is being done. */
export function noted() {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
}
