// Definitions of the operations as tools of a language model.
import type { ShapedRequest } from "../index.js";

export type ToolName = "aggregate" | "search" | "creators" | "co_mentions" | "sector" | "schema";

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Record<string, unknown>;

export interface AnthropicTool<N extends string = ToolName> {
  name: N;
  description: string;
  input_schema: JsonSchema & { type: "object" };
}

/** A strict tool: every property is required, and optional ones accept null. */
export interface OpenAITool<N extends string = ToolName> {
  type: "function";
  name: N;
  description: string;
  strict: true;
  parameters: JsonSchema;
}

export interface McpTool<N extends string = ToolName> {
  name: N;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  /** The schema of `structuredContent`. */
  outputSchema: JsonSchema & { type: "object" };
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

export interface ToolsOf<N extends string = ToolName> {
  anthropic: AnthropicTool<N>;
  openai: OpenAITool<N>;
  mcp: McpTool<N>;
}

/**
 * Returns the five Data API operations and the schema as tools, in the form of a model vendor, as `POST /mcp` defines
 * them. The tools of the Account API are in `overheard/tools`.
 *
 * @example
 * const message = await model.messages.create({ tools: tools("anthropic"), … });
 */
export declare function tools<F extends keyof ToolsOf>(form: F): ToolsOf[F][];

/**
 * Converts a model's tool call to a request ready to send: `shape`, after dropping members that strict tools set to
 * null. Accepts the spellings of names that models use: `co-mentions` and `coMentions` mean `co_mentions`. Throws a
 * `ProblemError` if the call or the name is invalid; its body tells the model how to correct the call.
 *
 * @example
 * const { method, path, headers, body } = toRequest(call.name, call.input);
 */
export declare function toRequest(name: ToolName | (string & {}), input: unknown): ShapedRequest;
