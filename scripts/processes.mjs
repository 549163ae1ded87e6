// Information about other processes of this machine.

/** Returns true if a process runs, also one of another user. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
