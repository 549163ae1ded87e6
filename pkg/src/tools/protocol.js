// What only POST /mcp answers.

/** A message of the Model Context Protocol as a request. */
export const ofProtocol = (method, params) => ({
  method: "POST",
  path: "/mcp",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  cost: 0,
});
