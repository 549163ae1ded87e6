// The tools of both interfaces, as the core defines them, in what their definitions differ by. What is alike in several
// schemas is written once.
import { sharedSource } from "./shared.mjs";

/** @param description what overheard-describe prints */
export const dataToolsSource = ({ tools }) => sharedSource(definitions(tools, "data"));
/** The same for the Account API. */
export const accountToolsSource = ({ tools }) => sharedSource(definitions(tools, "account"));

/** The names of tools of the Account API, as types. */
export function toolNames({ tools }) {
  const union = (writes) =>
    tools
      .filter((tool) => tool.api === "account" && tool.writes === writes)
      .map(({ name }) => JSON.stringify(name))
      .join(" | ");
  return `export type AccountToolName = ${union(false)};

/** Those that change something, or tell of what was changed. */
export type AccountWritingToolName = ${union(true)};
`;
}

/** What every form of a definition is put together from. The form of the protocol has all but what is strict. */
const definitions = (tools, api) =>
  tools
    .filter((tool) => tool.api === api)
    .map(({ operation, writes, openai, mcp }) => ({ operation, writes, strict: openai.parameters, ...mcp }));
