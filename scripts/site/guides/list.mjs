// The guides: README.md, files in docs/, and the changelog. Files for developers of Overheard stay in the repository.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inRoot } from "../../project.mjs";

/**
 * Groups of the navigation: each entry is a file, or a section of one, and what it is about. Unlisted guides come last,
 * under their own title.
 */
const GROUPS = [
  {
    title: "For analysts",
    entries: [
      ["docs/dashboard.md", "Every page of the dashboard, and what its marks mean."],
      ["docs/dashboard.md#saved-searches", "Keep filters and a period, and come back to them."],
      ["docs/dashboard.md#alerts", "Get a message when mentions match, tone falls or a day is unusual."],
      ["docs/connect.md", "Google Sheets, Excel, Power BI, Grafana, DuckDB and pandas."],
      ["docs/reports.md", "PDF and CSV files of a period, once or on a schedule."],
      ["docs/account-api.md#the-measures", "The formula of every published number, and its sample size."],
    ],
  },
  {
    title: "For developers",
    entries: [
      ["README.md", "Start everything on your machine and send a first request."],
      ["docs/playground.md", "Send requests from a page that shows errors while you type."],
      ["docs/data-api.md", "Query the whole dataset: mentions, creators and videos."],
      ["docs/account-api.md", "Query the mentions of an account's brands."],
      ["docs/webhooks.md", "Receive events in your own program."],
      ["docs/library.md", "The npm package for browsers and servers."],
      ["docs/python.md", "The Python package, with data frames."],
      ["docs/agents.md", "Tools for language models."],
      ["docs/openapi.md", "The OpenAPI document, and collections for Postman and Bruno."],
    ],
  },
  {
    title: "For operators",
    entries: [
      ["docs/operating.md", "Start an edge locally, and deploy it."],
      ["docs/accounts.md", "Plans, keys, tokens and sign-in."],
      ["docs/importing.md", "From files to a served dataset version."],
      ["docs/scale.md", "Costs and limits of D1, and when to change to ClickHouse."],
      ["docs/clickhouse.md", "Serve a dataset that is too large for D1."],
      ["docs/maintenance.md", "Check an edge, and correct what is wrong."],
      ["docs/settings.md", "All settings, secrets and operator endpoints."],
    ],
  },
  {
    title: "Versions",
    entries: [
      ["docs/versioning.md", "What may change, and how changes are announced."],
      ["docs/migrations/", "What to change in your programs."],
      ["CHANGELOG.md", "What changed in each release."],
    ],
  },
];
const REST = "More";

/** Titles of sections, and those of files whose first line is less clear in a list. */
const TITLES = {
  "README.md": "First steps",
  "docs/openapi.md": "OpenAPI and collections",
  "docs/dashboard.md#saved-searches": "Saved searches",
  "docs/dashboard.md#alerts": "Alerts",
  "docs/account-api.md#the-measures": "How numbers are made",
};

/** The address of the list of all guides. */
export const GUIDES = "/docs/guides/";

const markdownIn = (folder) =>
  existsSync(inRoot(folder))
    ? readdirSync(inRoot(folder))
        .filter((name) => name.endsWith(".md"))
        .sort()
        .map((name) => `${folder}${name}`)
    : [];

const nameOf = (file) =>
  file === "README.md"
    ? "first-steps"
    : file
        .replace(/^docs\//, "")
        .replace(/\.md$/, "")
        .toLowerCase();

function guide(file) {
  const text = readFileSync(inRoot(file), "utf8");
  const title = TITLES[file] ?? text.match(/^# (.+)$/m)?.[1];
  if (title === undefined) throw new Error(`${file} has no title: begin it with a line "# …"`);
  return { file, text, title, url: `${GUIDES}${nameOf(file)}/` };
}

/** Returns a section of a guide as an entry of the navigation. */
function section(guides, target) {
  const [file, id] = target.split("#");
  return { title: TITLES[target], url: `${guides.get(file).url}#${id}` };
}

/**
 * Returns the groups of the navigation. `guides` are the group's pages: `file` in the repository, `text`, `title` and
 * `url`. `entries` are those and sections of pages, in the order of the navigation: `title`, `url` and `about`.
 */
export function guideGroups() {
  const files = ["README.md", ...markdownIn("docs/"), ...markdownIn("docs/migrations/"), "CHANGELOG.md"];
  const rest = new Map(files.map((file) => [file, guide(file)]));
  const all = new Map(rest);
  const take = (target) =>
    [...rest.values()].filter(({ file }) => (target.endsWith("/") ? file.startsWith(target) : file === target));
  const groups = GROUPS.map(({ title, entries }) => {
    const group = { title, guides: [], entries: [] };
    for (const [target, about] of entries) {
      const isSection = target.includes("#");
      const pages = isSection ? [] : take(target);
      for (const page of pages) rest.delete(page.file);
      group.guides.push(...pages);
      group.entries.push(...(isSection ? [section(all, target)] : pages).map((entry) => ({ ...entry, about })));
    }
    return group;
  });
  const unlisted = [...rest.values()];
  return [...groups, { title: REST, guides: unlisted, entries: unlisted }].filter(({ entries }) => entries.length > 0);
}
