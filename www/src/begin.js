// Before anything is drawn and any other script is there; written into each file of the dashboard by
// scripts/site/dashboard.mjs.
(() => {
  // The theme that was chosen, kept under the name that the pages at /docs/ know too.
  try {
    const theme = localStorage.getItem("colorMode");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be switched off: then it is as the system has it.
  }
  // What every page asks first, so that the answers are under way while the scripts are: data/client.ts takes them.
  if (location.pathname === "/join") return;
  const ask = (path) => {
    const answer = fetch(path, { headers: { "X-Overheard-Dashboard": "1" } });
    // Whoever takes it hears of a failure.
    answer.catch(() => undefined);
    return [path, answer];
  };
  globalThis.askedFirst = Object.fromEntries(["/dashboard/v1/session", "/v1/account"].map(ask));
})();
