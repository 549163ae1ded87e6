// Resolves the colour tokens of the page for the chart library.

/**
 * Returns a function that resolves a token to a colour. The browser resolves it, because tokens depend on the theme.
 */
export function colours(): (token: string) => string {
  const probe = document.createElement("span");
  const cache = new Map<string, string>();
  return (token) => {
    if (!cache.has(token)) {
      document.body.append(probe);
      probe.style.color = `var(--${token})`;
      cache.set(token, getComputedStyle(probe).color);
      probe.remove();
    }
    return cache.get(token)!;
  };
}

/** Returns the page's font family, quoted for use in an SVG attribute. */
export const font = (): string => getComputedStyle(document.body).fontFamily.replaceAll('"', "'");
