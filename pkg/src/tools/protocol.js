// Messages of the Model Context Protocol, which only POST /mcp answers.

/** Returns the HTTP request of a protocol message. */
export const ofProtocol = (method, params) => ({
  method: "POST",
  path: "/mcp",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  cost: 0,
});
