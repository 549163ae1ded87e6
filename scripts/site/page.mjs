// The frame of every page of /docs/: the head, the header bar and the navigation between guides.

/** Escapes text for HTML, also inside of an attribute. */
export const escape = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const AREAS = [
  { title: "Guides", url: "/docs/guides/" },
  { title: "Reference", url: "/docs/" },
  { title: "Downloads", url: "/docs/downloads/" },
];

const link = ({ title, url }, current) =>
  `<a href="${url}"${current ? ' aria-current="page"' : ""}>${escape(title)}</a>`;

const choice = ([id, title]) => `<label><input type="radio" name="theme" value="${id}"><span>${title}</span></label>`;
const THEME_SWITCH = `<fieldset class="switch"><legend class="unseen">Theme</legend>${Object.entries({ system: "System", light: "Light", dark: "Dark" }).map(choice).join("")}</fieldset>`;

/** Returns the header bar. @param area the page's area, one of three; `search` is true if the bar has the search */
export const bar = (area, { search = true } = {}) => `<header class="bar">
<a class="home" href="/"><img src="/docs/assets/icon.svg" alt="" width="28" height="28"><span>Overheard</span></a>
<a class="dashboard" href="/">Open the dashboard</a>
<nav aria-label="Documentation">${AREAS.map((one) => link(one, one.title === area)).join("")}</nav>
${search ? '<button type="button" id="find" aria-haspopup="dialog">Search<kbd aria-hidden="true">/</kbd></button>' : ""}
${THEME_SWITCH}
</header>`;

/** Returns a complete page. `head` has further elements of the head, `body` everything inside the body element. */
export const page = ({ title, description, head = "", body }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(description)}">
<title>${escape(title)}</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/bar.css">
<script src="/docs/assets/theme.js"></script>
${head}</head>
<body>
${body}
</body>
</html>
`;

const navigation = (groups, current) => `<nav id="guides" class="guides" aria-label="Guides" popover>
${groups.map(({ title, entries }) => `<p>${escape(title)}</p>\n<ul>${entries.map((entry) => `<li>${link(entry, entry.url === current)}</li>`).join("")}</ul>`).join("\n")}
</nav>`;

const contents = (sections) => `<nav class="contents" aria-label="On this page"><p>On this page</p>
<ul>${sections
  .filter(({ level }) => level === 2 || level === 3)
  .map(({ level, id, title }) => `<li class="level-${level}"><a href="#${id}">${escape(title)}</a></li>`)
  .join("")}</ul></nav>`;

/** Returns a page with the navigation of the guides. `sections` are those of its headings. */
export function article({ area, title, description, groups, url, html, sections, after = "" }) {
  const body = `<a class="skip" href="#content">Skip to the content</a>
${bar(area)}
<div class="columns">
<button type="button" class="menu" popovertarget="guides">All guides</button>
${navigation(groups, url)}
<main id="content" tabindex="-1"><article>
${html}</article>
${after}</main>
${contents(sections)}
</div>`;
  return page({
    title: `${title} · Overheard`,
    description,
    head: '<link rel="stylesheet" href="/docs/assets/guides.css">\n<script type="module" src="/docs/assets/guides.js"></script>\n',
    body,
  });
}
