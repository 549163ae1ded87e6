// A language model that answers a question with Overheard's tools: the loop, whole.
import Anthropic from "@anthropic-ai/sdk";
import { Overheard } from "overheard";
import { callTool, instructions, tools } from "overheard/tools";

const { OVERHEARD_URL = "http://127.0.0.1:8787", OVERHEARD_KEY: key, OVERHEARD_TOKEN: token, MODEL } = process.env;
const QUESTION = "Which beauty brand is talked about most, and how did the tone about it move since May 2026?";
/** So that no misunderstanding goes on for ever. */
const MOST_TURNS = 12;

// With a key any brand may be asked about, with an account's token its own.
const api = token ? "account" : "data";
const client = new Overheard({ baseUrl: OVERHEARD_URL, ...(token ? { token } : { key }) });
// It reads ANTHROPIC_API_KEY.
const model = new Anthropic();

const system = await instructions(client);
const messages = [{ role: "user", content: process.argv.slice(2).join(" ") || QUESTION }];

for (let turn = 0; turn < MOST_TURNS; turn++) {
  const answer = await model.messages.create({
    model: MODEL,
    max_tokens: 4096,
    system,
    tools: tools("anthropic", { api }),
    messages,
  });
  messages.push({ role: "assistant", content: answer.content });
  for (const { text } of answer.content.filter(({ type }) => type === "text")) console.log(text);
  if (answer.stop_reason !== "tool_use") break;
  const calls = answer.content.filter(({ type }) => type === "tool_use");
  messages.push({ role: "user", content: await Promise.all(calls.map(called)) });
}

/** What a call gives, for the model to read. What it did wrong is such a result too, and says how to put it right. */
async function called({ id, name, input }) {
  const { content, isError } = await callTool(client, name, input, { api });
  console.log(
    `  ${name} ${JSON.stringify(input)}\n  ${isError ? "refused" : "answered"}: ${content[0].text.slice(0, 160)}…`,
  );
  return { type: "tool_result", tool_use_id: id, content, is_error: isError };
}
