// The guides: README.md, files in docs/, and the changelog. Files for developers of Overheard stay in the repository.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inRoot } from "../../project.mjs";

/** Groups of the navigation. Unlisted guides come last, under their own title. */
const GROUPS = [
  { title: "Begin", files: ["README.md", "docs/dashboard.md", "docs/playground.md"] },
  { title: "Ask", files: ["docs/data-api.md", "docs/account-api.md", "docs/reports.md", "docs/webhooks.md"] },
  {
    title: "Clients",
    files: ["docs/library.md", "docs/python.md", "docs/connect.md", "docs/agents.md", "docs/openapi.md"],
  },
  {
    title: "Operate",
    files: [
      "docs/operating.md",
      "docs/accounts.md",
      "docs/importing.md",
      "docs/scale.md",
      "docs/clickhouse.md",
      "docs/maintenance.md",
      "docs/settings.md",
    ],
  },
  { title: "Versions", files: ["docs/versioning.md", "docs/migrations/", "CHANGELOG.md"] },
];
const REST = "More";

/** Titles that are clearer in a list than the file's first line. */
const TITLES = { "README.md": "First steps", "docs/openapi.md": "OpenAPI and collections" };

/** The address of the guides. */
export const GUIDES = "/docs/guides/";

const markdownIn = (folder) =>
  existsSync(inRoot(folder))
    ? readdirSync(inRoot(folder))
        .filter((name) => name.endsWith(".md"))
        .sort()
        .map((name) => `${folder}${name}`)
    : [];

const nameOf = (file) =>
  file
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .toLowerCase();

function guide(file) {
  const text = readFileSync(inRoot(file), "utf8");
  const title = TITLES[file] ?? text.match(/^# (.+)$/m)?.[1];
  if (title === undefined) throw new Error(`${file} has no title: begin it with a line "# …"`);
  return { file, text, title, url: file === "README.md" ? GUIDES : `${GUIDES}${nameOf(file)}/` };
}

/**
 * Returns the groups of the navigation with the existing guides: `file` in the repository, `text`, `title` and `url`.
 */
export function guideGroups() {
  const there = ["README.md", ...markdownIn("docs/"), ...markdownIn("docs/migrations/"), "CHANGELOG.md"];
  const groupOf = (file) =>
    GROUPS.findIndex(({ files }) => files.some((one) => (one.endsWith("/") ? file.startsWith(one) : file === one)));
  const position = (file, { files }) => files.findIndex((one) => file.startsWith(one));
  const groups = GROUPS.map((group, at) => ({
    title: group.title,
    guides: there
      .filter((file) => groupOf(file) === at)
      .sort((a, b) => position(a, group) - position(b, group))
      .map(guide),
  }));
  const rest = { title: REST, guides: there.filter((file) => groupOf(file) === -1).map(guide) };
  return [...groups, rest].filter(({ guides }) => guides.length > 0);
}
