// Definitions of tools in the forms of model vendors.

const forms = {
  __proto__: null,
  anthropic: ({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }),
  openai: ({ name, description, strict }) => ({
    type: "function",
    name,
    description,
    strict: true,
    parameters: strict,
  }),
  mcp: ({ operation, writes, strict, ...definition }) => definition,
};

/** Returns tools in a form: anthropic, openai or mcp. */
export function define(form, tools) {
  const defined = forms[form];
  if (!defined) throw new TypeError(`form '${form}' is not allowed. Allowed: [${Object.keys(forms).join(", ")}]`);
  // Definitions share objects; callers may change the copies.
  return JSON.parse(JSON.stringify(tools.map(defined)));
}
