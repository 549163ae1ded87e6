// Writes /llms.txt, a deployment's introduction for language models, and the guides as Markdown.
import { guideGroups } from "./guides/list.mjs";

/** Returns the address of a guide's Markdown. */
const markdownUrl = ({ url }) => url.replace(/\/$/, ".md");

/** Returns the guides as files: their paths in the site's folder and in the repository. */
export const guideFiles = () =>
  guideGroups().flatMap(({ guides }) =>
    guides.map((guide) => ({ path: markdownUrl(guide).slice(1), file: guide.file })),
  );

const operation = ({ method, path, description }) => `- \`${method} ${path}\`: ${description}`;
const links = (guides) => guides.map((guide) => `- [${guide.title}](${markdownUrl(guide)})`).join("\n");

/** @param description the output of overheard-describe */
export const llms = (description) => `# Overheard

> Read-only insights over a dataset of mentions of brands and products in public video (YouTube, TikTok, Instagram): which brands lead a category, how sentiment moves, who talks about an ingredient, what share of voice somebody has. No personal data.

- Ask as tools, by the Model Context Protocol: \`POST /mcp\`, stateless, with the header \`X-API-Key\` (Data API) or \`Authorization: Bearer\` (Account API). [How](/docs/guides/agents.md).
- Ask over HTTP: [the OpenAPI document](/v1/openapi.json) describes every operation of both interfaces.
- Keys and tokens come from the operator of the deployment.
- Ask \`GET /v1/schema\` once before anything else: it says which indices, fields and values there are. From which day to which, \`server/discover\` of \`POST /mcp\` says, and \`GET /v1/account\`.
- A refusal is a problem document (RFC 9457) that names the field, the value and what is allowed, often with \`did_you_mean\`. Correct the request by it.
- Counts are of mentions that were found; read the hints of an answer before you quote it. An empty list of co-mentions is an answer. Search is for examples, aggregate for numbers.

## Data API

${description.data.map(operation).join("\n")}

## Account API

${description.account.map(operation).join("\n")}

## Documents

- [OpenAPI 3.1](/v1/openapi.json)
- [What changed, and what ends when](/v1/changelog.json)
- [The reference as a page](/docs/)

${guideGroups()
  .map(({ title, guides }) => `## ${title}\n\n${links(guides)}`)
  .join("\n\n")}
`;
