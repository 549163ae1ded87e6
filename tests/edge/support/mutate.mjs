// Bodies that are nearly right.

/** One to three changes of bytes: flipped, inserted, cut out, repeated, or crossed with another body. */
export function mutate(bodies, next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  let body = Buffer.from(pick(bodies));
  for (let change = 1 + Math.floor(next() * 3); change > 0; change -= 1) {
    const at = Math.floor(next() * (body.length + 1));
    const length = 1 + Math.floor(next() * 12);
    const byte = Buffer.from([Math.floor(next() * 256)]);
    const [head, tail] = [body.subarray(0, at), body.subarray(at)];
    body = Buffer.concat(
      pick([
        () => [head, byte, tail.subarray(1)],
        () => [head, Buffer.from(pick(['"', "{", "}", "[", "]", ",", ":", "null", "1e999", "-0", "\\ud800", "\u0000"])), tail],
        () => [head, tail.subarray(length)],
        () => [head, tail.subarray(0, length), tail],
        () => [head, pick(bodies).subarray(at)],
      ])(),
    );
  }
  return body;
}
