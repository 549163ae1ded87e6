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

/** Strict: every property is required, what may be left out takes null. */
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
  /** Of `structuredContent`. */
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
 * The five questions of the Data API and the schema as tools, in the form that a model's interface takes: as `POST
 * /mcp` defines them. Those of the Account API are in `overheard/tools`.
 *
 * @example
 * const message = await model.messages.create({ tools: tools("anthropic"), … });
 */
export declare function tools<F extends keyof ToolsOf>(form: F): ToolsOf[F][];

/**
 * What a model asked for as a request that can be sent: the same as `shape`, after members that strict tools set to
 * null are dropped. Names are understood as models spell them: `co-mentions` and `coMentions` are `co_mentions`. Throws
 * a `ProblemError` whose body is what the model should read to correct itself, also of a name that is none.
 *
 * @example
 * const { method, path, headers, body } = toRequest(call.name, call.input);
 */
export declare function toRequest(name: ToolName | (string & {}), input: unknown): ShapedRequest;
