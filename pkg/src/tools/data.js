// The operations of the Data API as tools of a language model.
import all from "../../generated/tools-data.js";
import { define } from "./define.js";
import { findTool } from "./find-tool.js";
import { dataRequest } from "./request.js";

/** Returns the tools in the form of a model vendor: anthropic, openai or mcp. */
export const tools = (form) => define(form, all);

/**
 * Converts a model's tool call to a request ready to send.
 * @throws {ProblemError} if the call is invalid; its body tells the model how to correct it
 */
export const toRequest = (name, input) => dataRequest(findTool(all, name), input);
