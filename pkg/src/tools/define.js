// Definitions of tools, in the forms that interfaces of models take.

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

/** Tools in a form: anthropic, openai or mcp. */
export function define(form, tools) {
  const defined = forms[form];
  if (!defined) throw new TypeError(`form '${form}' is not allowed. Allowed: [${Object.keys(forms).join(", ")}]`);
  // Definitions share what is alike in them; what is handed out may be changed by whoever gets it.
  return JSON.parse(JSON.stringify(tools.map(defined)));
}
