// Lines of a stream, none of them longer than a message may be.

/** Bytes of the longest line: what the edge takes of a body. */
const LONGEST = 65536;
const NEWLINE = 10;

/** Each line as text; undefined for one that is too long, of which no more is kept. Empty lines are left out. */
export async function* lines(stream) {
  let kept = [];
  let length = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end));
      yield* line();
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  yield* line();

  function keep(part) {
    length += part.length;
    if (length <= LONGEST) kept.push(part);
    else kept = [];
  }

  function* line() {
    const text = Buffer.concat(kept).toString();
    const isTooLong = length > LONGEST;
    [kept, length] = [[], 0];
    if (isTooLong) yield undefined;
    else if (text.trim() !== "") yield text;
  }
}
