// Converts guides from Markdown to HTML: headings with anchors, highlighted code, links between pages.
import { transformerStyleToClass } from "@shikijs/transformers";
import GithubSlugger from "github-slugger";
import MarkdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import { bundledLanguages, createHighlighter } from "shiki";
import { resolveLink } from "./links.mjs";

/** Themes with enough contrast for small type, light and dark. */
const THEMES = { light: "github-light-high-contrast", dark: "github-dark-high-contrast" };
const PLAIN = "text";

const languagesOf = (texts) => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(/^ *```([a-z]+)/gm)].map(([, language]) => language))),
];

/**
 * Returns a renderer of guides. Code colours are classes, so that the pages need no inline style. `css` returns the
 * style sheet of everything that was rendered.
 * @param guides all of them, with `file`, `text` and `url`
 */
export async function markdown(guides) {
  const urls = new Map(guides.map(({ file, url }) => [file, url]));
  const highlighter = await createHighlighter({
    themes: Object.values(THEMES),
    langs: languagesOf(guides.map(({ text }) => text)).filter((language) => language in bundledLanguages),
  });
  const classes = transformerStyleToClass({ classPrefix: "c-" });
  const known = highlighter.getLoadedLanguages();
  const highlight = (code, language) =>
    highlighter.codeToHtml(code.trimEnd(), {
      lang: known.includes(language) ? language : PLAIN,
      themes: THEMES,
      defaultColor: false,
      transformers: [classes],
    });

  const md = new MarkdownIt({ highlight });
  md.use(anchor, {
    permalink: anchor.permalink.headerLink({ safariReaderFix: true }),
    slugifyWithState: (text, { env }) => env.slugger.slug(text),
  });
  md.core.ruler.push("links", ({ tokens, env }) =>
    tokens.forEach(({ children }) => children?.forEach((token, at) => follow(token, children.slice(at + 1), env))),
  );
  // Pages have no inline style, so a class aligns numbers to the right.
  md.core.ruler.push("alignment", ({ tokens }) => tokens.forEach((token) => align(token)));
  md.core.ruler.push("headers", ({ tokens }) =>
    tokens.forEach((token, at) => head(token, tokens[at + 1], tokens[at + 2])),
  );
  // A table may be wider than a phone. Then only the table scrolls sideways, also by keyboard.
  md.renderer.rules.table_open = (_tokens, _at, _options, env) =>
    `<div class="table" role="region" aria-label="Table ${(env.tables = (env.tables ?? 0) + 1)}" tabindex="0"><table>\n`;
  md.renderer.rules.table_close = () => "</table></div>\n";

  function follow(token, after, env) {
    const attribute = { link_open: "href", image: "src" }[token.type];
    if (attribute === undefined || token.attrGet("class") === "header-anchor") return;
    const { url, picture, file } = resolveLink(env.file, token.attrGet(attribute), urls);
    if (picture) env.pictures.add(picture);
    if (url !== undefined) token.attrSet(attribute, url);
    if (file === undefined) return;
    // A page cannot link there, so it shows the path.
    token.tag = "span";
    token.attrs = [
      ["class", "repository"],
      ["title", `In the repository: ${file}`],
    ];
    after.find(({ type }) => type === "link_close").tag = "span";
  }

  /** Renders a guide: its `html`, the sections of its headings (`level`, `id`, `title`, `text`) and its pictures. */
  function render({ file, text }) {
    const env = { file, pictures: new Set(), slugger: new GithubSlugger() };
    const tokens = md.parse(text, env);
    return {
      html: md.renderer.render(tokens, md.options, env),
      sections: sectionsOf(tokens),
      pictures: [...env.pictures],
    };
  }

  return { render, css: () => classes.getCSS() };
}

function align(token) {
  const alignment = token.attrGet("style")?.match(/^text-align:(left|right|center)$/)?.[1];
  if (alignment) token.attrs = [["class", alignment]];
}

/** Returns a table head. A column without a name gets an ordinary cell. */
function head(opening, content, closing) {
  if (opening.type === "th_open" && content.content === "") opening.tag = closing.tag = "td";
}

/** Returns the text of an inline token without markup. */
const plain = ({ children }) =>
  children
    .map(({ type, content }) => (type === "softbreak" || type === "hardbreak" ? " " : content))
    .join("")
    .trim();

/** Splits a guide into sections at its headings. */
function sectionsOf(tokens) {
  const sections = [];
  tokens.forEach((token, at) => {
    if (token.type === "heading_open")
      sections.push({
        level: Number(token.tag.slice(1)),
        id: token.attrGet("id"),
        title: plain(tokens[at + 1]),
        text: [],
      });
    else if (token.type === "inline" && tokens[at - 1].type !== "heading_open")
      sections.at(-1)?.text.push(plain(token));
    else if (token.type === "fence") sections.at(-1)?.text.push(token.content);
  });
  return sections.map(({ text, ...section }) => ({ ...section, text: text.join(" ") }));
}
