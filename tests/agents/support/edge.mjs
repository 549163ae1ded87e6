// Starts an edge for agents: the demo dataset, a key, an account with a token, and the tools that change something.
import { startServingEdge } from "../../edge/harness.mjs";
import { brand, createAccount } from "../../support/account.mjs";
import { demoData } from "../../support/data.mjs";

/** Starts the edge. It has its `secret`, and the `token` of an account. */
export async function startEdgeForAgents() {
  const edge = await startServingEdge(demoData, { bindings: { MCP_WRITE_TOOLS: "on", LOCAL_WEBHOOKS: "on" } });
  try {
    const { token } = await createAccount(edge, { brands: ["Velunara", "Borealume", "Quillovar"].map(brand) });
    return { ...edge, token, mcp: new URL("/mcp", edge.url) };
  } catch (error) {
    await edge.stop();
    throw error;
  }
}

/** Returns the headers, and the command's environment, for each interface. */
export const credentials = ({ secret, token }) => ({
  data: { headers: { "X-API-Key": secret }, env: { OVERHEARD_KEY: secret } },
  account: { headers: { Authorization: `Bearer ${token}` }, env: { OVERHEARD_TOKEN: token } },
});
