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
  // Chooses the language: the stored one, else the browser's first one that the dashboard has, else English.
  const languages = ["en", "de"];
  let stored;
  try {
    stored = localStorage.getItem("language");
  } catch {
    // Storage may be disabled: the browser's languages apply then.
  }
  const preferred = [stored, ...navigator.languages].map((tag) => String(tag).slice(0, 2).toLowerCase());
  const language = preferred.find((tag) => languages.includes(tag)) ?? "en";
  document.documentElement.lang = language;
  // The first paint in the HTML file is English. Its texts stay hidden until the app renders them.
  if (language !== "en") document.documentElement.dataset.untranslated = "";
  // Loads the catalogue together with the scripts. The HTML file names it; see scripts/site/dashboard.mjs.
  const catalogue = document.querySelector(`meta[name="catalogue-${language}"]`);
  if (catalogue) {
    const link = { rel: "modulepreload", crossOrigin: "", href: catalogue.content };
    document.head.append(Object.assign(document.createElement("link"), link));
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
