// The tools of both interfaces from the core's definitions. Only their differences are written; equal parts of several
// schemas are written once.
import { sharedSource } from "./shared.mjs";

/** @param description the output of overheard-describe */
export const dataToolsSource = ({ tools }) => sharedSource(definitions(tools, "data"));
/** The same for the Account API. */
export const accountToolsSource = ({ tools }) => sharedSource(definitions(tools, "account"));

/** Returns the names of the Account API's tools, as types. */
export function toolNames({ tools }) {
  const union = (writes) =>
    tools
      .filter((tool) => tool.api === "account" && tool.writes === writes)
      .map(({ name }) => JSON.stringify(name))
      .join(" | ");
  return `export type AccountToolName = ${union(false)};

/** Tools that change something, or report changes. */
export type AccountWritingToolName = ${union(true)};
`;
}

/** Returns the parts of every form's definitions. The MCP form has all of them except for the strict schemas. */
const definitions = (tools, api) =>
  tools
    .filter((tool) => tool.api === api)
    .map(({ operation, writes, openai, mcp }) => ({ operation, writes, strict: openai.parameters, ...mcp }));
