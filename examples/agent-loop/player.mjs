// Plays what a model said, at the address where its interface would be and in the form that it has (POST /v1/messages).
// It thinks nothing: it only sees to it that it is asked as a model would have to be, and says what comes next.
import { createServer } from "node:http";

/** @param turns the contents of the model's messages, one after the other */
export async function startPlayer(turns) {
  const server = createServer(async (request, response) => {
    const say = (status, body) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    const chunks = await Array.fromAsync(request);
    const asked = JSON.parse(Buffer.concat(chunks).toString());
    const wrong =
      request.url === "/v1/messages" && request.method === "POST"
        ? faultOf(asked, turns)
        : `there is no ${request.method} ${request.url}`;
    if (wrong) return say(400, { type: "error", error: { type: "invalid_request_error", message: wrong } });
    const at = saidBefore(asked).length;
    const content = turns[at];
    const stop_reason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
    say(200, {
      id: `msg_${at}`,
      type: "message",
      role: "assistant",
      model: asked.model,
      content,
      stop_reason,
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

const saidBefore = ({ messages }) => messages.filter(({ role }) => role === "assistant");

/** What is wrong with a request, or undefined. */
function faultOf({ tools, messages, max_tokens, system }, turns) {
  const said = saidBefore({ messages });
  if (!max_tokens || typeof system !== "string") return "max_tokens and system are required";
  if (!tools?.every(({ name, description, input_schema }) => name && description && input_schema?.type === "object"))
    return "tools must have a name, a description and a schema of an object";
  if (JSON.stringify(said.map(({ content }) => content)) !== JSON.stringify(turns.slice(0, said.length)))
    return "what was said before must be handed back unchanged";
  if (said.length === turns.length) return "the conversation has ended";
  const results = messages.at(-1).content;
  const calls = said.at(-1)?.content.filter(({ type }) => type === "tool_use") ?? [];
  if (
    calls.some(
      ({ id }, at) =>
        results[at]?.type !== "tool_result" || results[at].tool_use_id !== id || !results[at].content[0].text,
    )
  )
    return "every call must have its result, in the next message";
}
