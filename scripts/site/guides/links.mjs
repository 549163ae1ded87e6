// Resolves the links of guides: to other pages, to copies of pictures, or to files of the repository only.
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { inRoot } from "../../project.mjs";

const OUTSIDE = /^[a-z][a-z0-9+.-]*:/i;
const PICTURE = /\.(?:png|svg|jpe?g|webp)$/;

/**
 * Resolves a link of a file in the repository.
 *
 * Returns `{ url }`, with `picture` (its path in the repository) if it must be copied, or `{ file }` if the target is
 * in the repository only.
 * @param urls the address of each guide by its file
 */
export function resolveLink(from, href, urls) {
  if (OUTSIDE.test(href) || /^[#/]/.test(href)) return { url: href };
  const [path, fragment] = href.split("#");
  const file = posix.join(posix.dirname(from), path);
  const hash = fragment === undefined ? "" : `#${fragment}`;
  if (urls.has(file)) return { url: `${urls.get(file)}${hash}` };
  if (!existsSync(inRoot(file))) throw new Error(`${from} links to ${href}, which is not there`);
  return PICTURE.test(file) ? { url: pictureUrl(file), picture: file } : { file };
}

/** Returns the address of a picture's copy. */
export const pictureUrl = (file) => `/docs/pictures/${file.replace(/^docs\//, "")}`;
