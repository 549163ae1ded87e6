// Runs before the first paint and before any other script. scripts/site/dashboard.mjs inlines it into each HTML file of
// the dashboard.
(() => {
  // Applies the stored theme. The pages at /docs/ use the same storage key.
  try {
    const theme = localStorage.getItem("colorMode");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be disabled: the system's theme applies then.
  }
  // Starts the requests that every page needs while the scripts are still loading. data/client.ts takes the responses.
  if (location.pathname === "/join") return;
  const prefetch = (path) => {
    const response = fetch(path, { headers: { "X-Overheard-Dashboard": "1" } });
    // Avoids an unhandled rejection; data/client.ts handles the failure.
    response.catch(() => undefined);
    return [path, response];
  };
  globalThis.prefetched = Object.fromEntries(["/dashboard/v1/session", "/v1/account"].map(prefetch));
})();
