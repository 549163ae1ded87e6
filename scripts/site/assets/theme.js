// Light or dark theme: the system's, unless the reader chooses one, for the guides and the reference. Runs in the head,
// before anything is drawn.
(() => {
  // The reference stores its own choice under this name.
  const STORED = "colorMode";
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const stored = () => {
    try {
      const theme = localStorage.getItem(STORED);
      return theme === "light" || theme === "dark" ? theme : "system";
    } catch {
      // Storage may be disabled.
      return "system";
    }
  };

  const store = (theme) => {
    try {
      if (theme === "system") localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, theme);
    } catch {
      // Then the choice lasts as long as the page.
    }
  };

  let theme = stored();

  /** Applies the theme: the style sheet uses the attribute, and the reference uses classes of the body. */
  function apply() {
    document.documentElement.dataset.theme = theme;
    const isDark = theme === "dark" || (theme === "system" && dark.matches);
    const [wanted, other] = isDark ? ["dark-mode", "light-mode"] : ["light-mode", "dark-mode"];
    const { classList } = document.body ?? {};
    if (classList === undefined || (classList.contains(wanted) && !classList.contains(other))) return;
    classList.remove(other);
    classList.add(wanted);
  }

  apply();
  dark.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () => {
    apply();
    new MutationObserver(apply).observe(document.body, { attributeFilter: ["class"] });
    for (const radio of document.querySelectorAll('input[name="theme"]')) {
      radio.checked = radio.value === theme;
      radio.addEventListener("change", () => {
        theme = radio.value;
        store(theme);
        apply();
      });
    }
  });
})();
