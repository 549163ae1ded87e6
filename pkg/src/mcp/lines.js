// Lines of a stream, up to the maximum length of a message.

/** The maximum length of a line in bytes: the edge's limit for a body. */
const MAX_BYTES = 65536;
const NEWLINE = 10;

/** Yields each line as text, or undefined for a line that is too long, which is discarded. Skips empty lines. */
export async function* lines(stream) {
  let parts = [];
  let length = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      append(chunk.subarray(from, end));
      yield* line();
      from = end + 1;
    }
    append(chunk.subarray(from));
  }
  yield* line();

  function append(part) {
    length += part.length;
    if (length <= MAX_BYTES) parts.push(part);
    else parts = [];
  }

  function* line() {
    const text = Buffer.concat(parts).toString();
    const isTooLong = length > MAX_BYTES;
    [parts, length] = [[], 0];
    if (isTooLong) yield undefined;
    else if (text.trim() !== "") yield text;
  }
}
