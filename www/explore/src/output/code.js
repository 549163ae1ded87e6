// The request as others would send it: for a shell, a program, an agent. None of them holds a secret.
import { schema, tools } from "overheard";
import { nameInJavaScript, pretty } from "../request/pretty.js";

/** The method of the client for an operation. */
export const methodOf = (operation) => operation.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Quotes a text for a shell. */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const literal = (value) => pretty(value, { name: nameInJavaScript });

/** The address of the edge as others can use it; what cannot be one stays as it is. */
function addressOf({ baseUrl: asked, edge }) {
  const baseUrl = asked === edge?.baseUrl ? edge.address : asked;
  if (!URL.canParse(baseUrl, location.href)) return baseUrl;
  const { origin, pathname } = new URL(baseUrl, location.href);
  return origin + pathname.replace(/\/+$/, "");
}

/** A command for a shell in which $KEY is the key. */
export function curl({ path, body }, state) {
  const { meta } = state;
  const lines = [
    `curl -s ${quoted(addressOf(state) + path)}`,
    '-H "X-API-Key: $KEY"',
    "-H 'Content-Type: application/json'",
    ...(meta ? ["-H 'Prefer: meta'"] : []),
    `--data-raw ${quoted(body)}`,
  ];
  return lines.join(" \\\n  ");
}

/** A program that asks with the library. */
export const libraryCall = (operation, request, state) => `import { Overheard } from "overheard";

const client = new Overheard({ baseUrl: ${JSON.stringify(addressOf(state))}, key: process.env.KEY });

const data = await client.${methodOf(operation)}(${literal(request)}${state.meta ? ", { meta: true }" : ""});
`;

/** A program that asks with nothing but the runtime's own means. */
export const fetchCall = (
  { method, path, headers, body },
  state,
) => `const response = await fetch(${JSON.stringify(addressOf(state) + path)}, {
  method: ${JSON.stringify(method)},
  headers: {
    "X-API-Key": process.env.KEY,
${Object.entries({ ...headers, ...(state.meta && { Prefer: "meta" }) })
  .map(([name, value]) => `    ${nameInJavaScript(name)}: ${JSON.stringify(value)},`)
  .join("\n")}
  },
  body: JSON.stringify(${literal(JSON.parse(body)).replaceAll("\n", "\n  ")}),
});
const data = await response.json();
`;

const toolOf = (operation) => schema().operations.find(({ name }) => name === operation).tool;

/** Returns an agent's tool call: the name and the input, which `toRequest` converts to the same request. */
export const toolCall = (operation, request) => pretty({ name: toolOf(operation), input: request });

/** The definition of a tool in the form that a model's interface takes. */
export const toolDefinition = (operation, form) => pretty(tools(form).find((tool) => tool.name === toolOf(operation)));
