// The operations of both interfaces as tools of a language model. It needs no module of its own, and goes with each of
// the other entries that have a client.
import type { ShapedRequest } from "./index.js";
import type { CallOptions, Overheard } from "./types/client.js";
import type { ToolName, ToolsOf } from "./types/tools.js";
import type { AccountToolName, AccountWritingToolName } from "./generated/tools-names.js";

export type { AnthropicTool, JsonSchema, McpTool, OpenAITool, ToolName, ToolsOf } from "./types/tools.js";
export type { AccountToolName, AccountWritingToolName } from "./generated/tools-names.js";

/** Which tools are meant. */
export interface ToolOptions {
  /** The interface that is asked; default `"data"`. */
  api?: "data" | "account";
  /** With those that change something, and those that tell of it; default `false`. */
  writes?: boolean;
}

/** The names of the tools that are meant. */
export type ToolNameOf<O extends ToolOptions> = O extends { api: "account" }
  ? AccountToolName | (O extends { writes: true } ? AccountWritingToolName : never)
  : ToolName;

/**
 * The tools of an interface, in the form that a model's interface takes: as `POST /mcp` defines them.
 *
 * @example
 * tools("anthropic", { api: "account" });
 */
export declare function tools<F extends keyof ToolsOf, const O extends ToolOptions = {}>(
  form: F,
  options?: O,
): ToolsOf<ToolNameOf<O>>[F][];

/**
 * What a model asked for as a request that can be sent: the same as `shape`, after members that strict tools set to
 * null are dropped. Names are understood as models spell them. Throws a `ProblemError` whose body is what the model
 * should read to correct itself, also of a name that is none.
 */
export declare function toRequest(name: string, input: unknown, options?: ToolOptions): ShapedRequest;

/** What a model is to read of a call: the result of a tool as the Model Context Protocol has it. */
export interface ToolResult {
  /** The JSON text of `structuredContent`. */
  content: [{ type: "text"; text: string }];
  /** The answer with its `_meta`, or the problem. */
  structuredContent: Record<string, unknown>;
  /** Whether it is a problem. */
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
 * What a model should know before its first question: what this is, how answers are read, and which days and which
 * version the dataset has. It is for the instructions that a loop begins with.
 *
 * @example
 * const message = await model.messages.create({ system: await instructions(client), … });
 */
export declare function instructions(client: Overheard, options?: CallOptions): Promise<string>;

// Nothing else is exported.
export {};
