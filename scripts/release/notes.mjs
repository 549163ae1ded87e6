// What the changelog says of a version: the notes of its release.

/** The section of a version, without its heading; undefined where it has none. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`[${version}] - `));
  return found?.slice(found.indexOf("\n") + 1).trim();
}
