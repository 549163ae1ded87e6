// The operations of the Data API as tools of a language model.
import all from "../../generated/tools-data.js";
import { define } from "./define.js";
import { named } from "./named.js";
import { dataRequest } from "./request.js";

/** The tools in the form that a model's interface takes: anthropic, openai or mcp. */
export const tools = (form) => define(form, all);

/**
 * What a model asked for as a request that can be sent.
 * @throws {ProblemError} whose body is what the model should read to correct itself
 */
export const toRequest = (name, input) => dataRequest(named(all, name), input);
