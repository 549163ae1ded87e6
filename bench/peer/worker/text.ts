/** Runs of letters or digits after NFKC, lower case and removal of diacritics. Used by the import and by every text question. */
export function tokens(s: string): string[] {
  const folded = s
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export const norm = (s: string): string => tokens(s).join(" ");

/** `a b "c d"` -> FTS5 expression that requires a, b and the phrase; null when there is no token. */
export function ftsQuery(q: string): string | null {
  const parts: string[] = [];
  q.split('"').forEach((piece, i, all) => {
    const quoted = i % 2 === 1 && i < all.length - 1; // an unclosed quote is literal
    const t = tokens(piece);
    if (quoted && t.length) parts.push(`"${t.join(" ")}"`);
    else for (const x of t) parts.push(`"${x}"`);
  });
  return parts.length ? parts.join(" AND ") : null;
}
