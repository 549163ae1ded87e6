// Short texts are copied to the core's memory in JavaScript where an encoder takes long, and as the encoder would.
import assert from "node:assert/strict";
import { test } from "node:test";
import { putAt, serve } from "../../pkg/src/host.js";
import { copyInLoops } from "../../pkg/src/short-texts.js";

const PLACE = 1024;
const memory = new WebAssembly.Memory({ initial: 1 });
serve(memory);
copyInLoops();

const bytes = new Uint8Array(memory.buffer);
const encoder = new TextEncoder();

/** Checks that a text is copied as an encoder copies it, and nothing else is written. */
function assertCopied(text) {
  const expected = encoder.encode(text);
  bytes.fill(255);
  assert.equal(putAt(PLACE, text), expected.length);
  assert.deepEqual(bytes.slice(PLACE, PLACE + expected.length), expected);
  assert.equal(bytes[PLACE - 1], 255);
  assert.equal(bytes[PLACE + expected.length], 255);
}

test("texts in ASCII are copied as an encoder copies them", () => {
  for (let length = 0; length <= 240; length += 1)
    assertCopied(Array.from({ length }, (_, at) => String.fromCharCode((at * 7 + length) % 128)).join(""));
});

test("so are other characters, at every position", () => {
  const around = ["", "a", "ab", "abc", "abcd", "abcde"];
  for (const wide of ["\u0080", "é", "\u07ff", "\u0800", "保湿", "\ud7ff", "\ue000", "\ufeff", "\uffff"])
    for (const before of around) for (const behind of around) assertCopied(before + wide + behind);
  assertCopied("保".repeat(240));
});

test("surrogates, long texts and other places are left to the encoder", () => {
  for (const text of ["😀", "aaaa😀", "\ud83d", "aaa\ude00", "a".repeat(241)]) assert.ok(putAt(PLACE, text) < 0, text);
  assert.ok(putAt(PLACE + 1, "text") < 0);
});
