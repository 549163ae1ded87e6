// Says to screen readers what changes without the focus going there. Not more often than one can listen.

const QUIET_MS = 600;
let timer;

/** Says a sentence, unless a newer one comes first. */
export function announce(sentence) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const place = document.getElementById("announcement");
    if (place) place.textContent = sentence;
  }, QUIET_MS);
}
