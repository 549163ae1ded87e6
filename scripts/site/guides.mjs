// Writes the guides as pages below /docs/guides/ with their pictures, and the page of downloads.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import GithubSlugger from "github-slugger";
import { inRoot } from "../project.mjs";
import { GUIDES, guideGroups } from "./guides/list.mjs";
import { pictureUrl } from "./guides/links.mjs";
import { markdown } from "./guides/markdown.mjs";
import { article, escape } from "./page.mjs";

const DOWNLOADS = "scripts/site/downloads.md";

/**
 * Writes a page for every guide into the site's folder. Returns the pages with their sections for the search, and the
 * style sheet of code.
 */
export async function buildGuides(folder) {
  const groups = guideGroups();
  const guides = groups.flatMap(({ guides }) => guides);
  const downloads = {
    file: DOWNLOADS,
    text: readFileSync(inRoot(DOWNLOADS), "utf8"),
    title: "Downloads",
    url: "/docs/downloads/",
  };
  const { render, css } = await markdown([...guides, downloads]);
  const rendered = guides.map((guide) => ({ ...guide, ...render(guide) }));
  rendered.forEach((guide, at) => {
    const { title, url, html, sections } = guide;
    writePage(
      folder,
      url,
      article({
        area: "Guides",
        title,
        description: descriptionOf(guide),
        groups,
        url,
        html,
        sections,
        after: neighbours(rendered[at - 1], rendered[at + 1]),
      }),
    );
  });
  writePage(folder, GUIDES, index(groups));
  const { html, sections } = render(downloads);
  writePage(
    folder,
    downloads.url,
    article({
      area: "Downloads",
      title: downloads.title,
      description: "The OpenAPI document and request collections for Postman and Bruno.",
      groups,
      url: downloads.url,
      html,
      sections,
    }),
  );
  for (const file of new Set(rendered.flatMap(({ pictures }) => pictures)))
    cpSync(inRoot(file), join(folder, pictureUrl(file)));
  return { guides: [...rendered, { ...downloads, sections }], css: css() };
}

/** Writes the page of an address that ends with a slash. */
export function writePage(folder, url, html) {
  const file = join(folder, url, "index.html");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
}

/** Returns the page with all guides and what each is about. */
function index(groups) {
  const entry = ({ title, url, about }) =>
    `<li><a href="${url}">${escape(title)}</a>${about === undefined ? "" : `<br>${escape(about)}`}</li>\n`;
  const sections = groups.map(({ title }) => ({ level: 2, id: new GithubSlugger().slug(title), title }));
  const lists = groups.map(
    ({ title, entries }, at) =>
      `<h2 id="${sections[at].id}">${escape(title)}</h2>\n<ul class="index">\n${entries.map(entry).join("")}</ul>\n`,
  );
  return article({
    area: "Guides",
    title: "Guides",
    description: "Guides for analysts, developers and operators.",
    groups,
    url: GUIDES,
    html: `<h1>Guides</h1>\n${lists.join("")}`,
    sections,
  });
}

/** Returns the description for search engines and previews: the beginning of the guide. */
const descriptionOf = ({ sections: [{ text, title }] }) =>
  text.match(/^.{20,300}?[.:](?=\s|$)/s)?.[0].replaceAll(/\s+/g, " ") ?? title;

function neighbours(before, next) {
  const link = (guide, direction) =>
    guide ? `<a class="${direction}" href="${guide.url}" rel="${direction}">${escape(guide.title)}</a>` : "";
  return `<nav class="neighbours" aria-label="The guides before and after">${link(before, "prev")}${link(next, "next")}</nav>\n`;
}
