// The types of the tools of both interfaces.
import { Overheard, ProblemError } from "overheard";
import { callTool, instructions, toRequest, tools } from "overheard/tools";
import type { AccountToolName, AccountWritingToolName, ToolName, ToolResult } from "overheard/tools";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<T extends true>(): T;

const data = tools("anthropic");
same<Same<(typeof data)[number]["name"], ToolName>>();
const reads = tools("openai", { api: "account" });
same<Same<(typeof reads)[number]["name"], AccountToolName>>();
const all = tools("mcp", { api: "account", writes: true });
same<Same<(typeof all)[number]["name"], AccountToolName | AccountWritingToolName>>();
all[0]?.outputSchema.type.toUpperCase();

declare const call: { name: string; input: unknown };
const client = new Overheard({ baseUrl: "https://insights.example", token: "oht_" });
toRequest(call.name, call.input, { api: "account" }).path;
const result: ToolResult = await callTool(client, call.name, call.input, {
  api: "account",
  signal: AbortSignal.timeout(1),
});
result.content[0].text.length;
const system: string = await instructions(client);
void [system, result.isError, ProblemError];

// @ts-expect-error there is no such interface
tools("mcp", { api: "both" });
// @ts-expect-error what hints are is always asked for
callTool(client, "sentiment", {}, { meta: false });
// @ts-expect-error a client is needed
callTool("sentiment", {});
