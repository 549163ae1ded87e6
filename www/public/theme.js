// The theme that was chosen, before anything is drawn. Kept under the name that the pages at /docs/ know too.
(() => {
  try {
    const theme = localStorage.getItem("colorMode");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be switched off: then it is as the system has it.
  }
})();
