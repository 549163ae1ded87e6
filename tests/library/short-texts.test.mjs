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

test("texts in ASCII are copied as an encoder copies them", () => {
  for (let length = 0; length <= 160; length += 1) {
    const text = Array.from({ length }, (_, at) => String.fromCharCode((at * 7 + length) % 128)).join("");
    bytes.fill(255);
    assert.equal(putAt(PLACE, text), length);
    assert.deepEqual(bytes.slice(PLACE, PLACE + length), encoder.encode(text));
    assert.equal(bytes[PLACE - 1], 255);
    assert.equal(bytes[PLACE + length], 255);
  }
});

test("other texts and places are left to the encoder", () => {
  for (const text of ["\u0080", "aaaü", "aaaaü", "€uro", "aaaa\ud83d\ude00", "a".repeat(161)])
    assert.ok(putAt(PLACE, text) < 0, text);
  assert.ok(putAt(PLACE + 1, "text") < 0);
});
