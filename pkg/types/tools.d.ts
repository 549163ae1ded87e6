// Definitions of the operations as tools of a language model.
import type { ShapedRequest } from "../index.js";

export type ToolName = "aggregate" | "search" | "creators" | "co_mentions" | "sector" | "schema";

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Record<string, unknown>;

export interface AnthropicTool {
  name: ToolName;
  description: string;
  input_schema: JsonSchema;
}

/** Strict: every property is required, what may be left out takes null. */
export interface OpenAITool {
  type: "function";
  name: ToolName;
  description: string;
  strict: true;
  parameters: JsonSchema;
}

export interface McpTool {
  name: ToolName;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  annotations: { title: string; readOnlyHint: true; destructiveHint: false; idempotentHint: true; openWorldHint: false };
}

export interface ToolsOf {
  anthropic: AnthropicTool;
  openai: OpenAITool;
  mcp: McpTool;
}

/**
 * The five questions and the schema as tools, in the form that a model's interface takes.
 *
 * @example
 * const message = await model.messages.create({ tools: tools("anthropic"), … });
 */
export declare function tools<F extends keyof ToolsOf>(form: F): ToolsOf[F][];

/**
 * What a model asked for as a request that can be sent: the same as `shape`, after members that strict tools set to
 * null are dropped. Throws a `ProblemError` whose body is what the model should read to correct itself.
 *
 * @example
 * const { method, path, headers, body } = toRequest(call.name, call.input);
 */
export declare function toRequest(name: ToolName | (string & {}), input: unknown): ShapedRequest;
