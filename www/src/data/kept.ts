// Preferences in the browser's local storage: never secrets or responses. If storage is disabled, they last as long as
// the page.
const lasting = new Map<string, string>();

export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return lasting.get(name);
  }
}

export function keep(name: string, value: string | undefined): void {
  if (value === undefined) lasting.delete(name);
  else lasting.set(name, value);
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The map above holds the value.
  }
}
