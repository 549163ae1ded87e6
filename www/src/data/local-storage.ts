// Preferences in the browser's local storage: never secrets or responses. If storage is disabled, they last as long as
// the page.
const fallback = new Map<string, string>();

export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return fallback.get(name);
  }
}

export function store(name: string, value: string | undefined): void {
  if (value === undefined) fallback.delete(name);
  else fallback.set(name, value);
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The map above holds the value.
  }
}
