// What this browser keeps of how the page is used: never a secret, never an answer. Storage may be switched off; then
// it lasts as long as the page.
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
    // Kept above.
  }
}
