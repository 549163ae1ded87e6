// The operations of both APIs as tools of a language model. Needs no module of its own, and works with every other
// entry that has a client.
import type { ShapedRequest } from "./index.js";
import type { CallOptions, Overheard } from "./types/client.js";
import type { ToolName, ToolsOf } from "./types/tools.js";
import type { AccountToolName, AccountWritingToolName } from "./generated/tools-names.js";

export type { AnthropicTool, JsonSchema, McpTool, OpenAITool, ToolName, ToolsOf } from "./types/tools.js";
export type { AccountToolName, AccountWritingToolName } from "./generated/tools-names.js";

/** Options that select tools. */
export interface ToolOptions {
  /** The API of the tools; default `"data"`. */
  api?: "data" | "account";
  /** Includes the tools that change something, and those that report on the changes; default `false`. */
  writes?: boolean;
}

/** The names of the selected tools. */
export type ToolNameOf<O extends ToolOptions> = O extends { api: "account" }
  ? AccountToolName | (O extends { writes: true } ? AccountWritingToolName : never)
  : ToolName;

/**
 * Returns the tools of an API in the form of a model vendor, as `POST /mcp` defines them.
 *
 * @example
 * tools("anthropic", { api: "account" });
 */
export declare function tools<F extends keyof ToolsOf, const O extends ToolOptions = {}>(
  form: F,
  options?: O,
): ToolsOf<ToolNameOf<O>>[F][];

/**
 * Converts a model's tool call to a request ready to send: `shape`, after dropping members that strict tools set to
 * null. Accepts the spellings of names that models use. Throws a `ProblemError` if the call or the name is invalid; its
 * body tells the model how to correct the call.
 */
export declare function toRequest(name: string, input: unknown, options?: ToolOptions): ShapedRequest;

/** The result of a tool call for the model, in the format of the Model Context Protocol. */
export interface ToolResult {
  /** The JSON text of `structuredContent`. */
  content: [{ type: "text"; text: string }];
  /** The answer with its `_meta`, or the problem. */
  structuredContent: Record<string, unknown>;
  /** True if the result is a problem. */
  isError: boolean;
}

/**
 * Calls a tool with a client, and gives what the model is to read. Whatever a model did wrong is such a result too: a
 * tool that there is not, arguments that are refused, a limit that is reached. A credential that is not good and a
 * connection that failed are thrown.
 *
 * @example
 * const { content, isError } = await callTool(client, call.name, call.input);
 * results.push({ type: "tool_result", tool_use_id: call.id, content, is_error: isError });
 */
export declare function callTool(
  client: Overheard,
  name: string,
  input: unknown,
  options?: ToolOptions & Omit<CallOptions, "meta">,
): Promise<ToolResult>;

/**
 * Returns instructions for a model's system prompt: the purpose of the tools, how to read answers, and the days and the
 * version of the dataset.
 *
 * @example
 * const message = await model.messages.create({ system: await instructions(client), … });
 */
export declare function instructions(client: Overheard, options?: CallOptions): Promise<string>;

// Makes all other declarations private to this file.
export {};
