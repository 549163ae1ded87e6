// Extracts the notes of a release from the changelog.

/** Returns the section of a version without its heading, or undefined if there is none. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`[${version}] - `));
  return found?.slice(found.indexOf("\n") + 1).trim();
}
