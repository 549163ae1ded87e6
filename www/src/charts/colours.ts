// The tokens of the page as colours that can be drawn with.

/** Colours as they are now: resolved by the browser, because what the tokens hold depends on the theme. */
export function colours(): (token: string) => string {
  const probe = document.createElement("span");
  const known = new Map<string, string>();
  return (token) => {
    if (!known.has(token)) {
      document.body.append(probe);
      probe.style.color = `var(--${token})`;
      known.set(token, getComputedStyle(probe).color);
      probe.remove();
    }
    return known.get(token)!;
  };
}

/** The page's font, as it may stand in an attribute of an SVG document. */
export const font = (): string => getComputedStyle(document.body).fontFamily.replaceAll('"', "'");
