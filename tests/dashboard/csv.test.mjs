// A table that is saved as CSV has no text that a spreadsheet would evaluate as a formula.
import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "../../www/src/parts/download.ts";

const COLUMNS = [
  { title: "Name", value: ({ name }) => name },
  { title: "Mentions", value: ({ mentions }) => mentions },
  { title: "Open", isAction: true, value: () => "a button" },
];

const linesOf = async (...rows) => (await csvOf(COLUMNS, rows).text()).split("\r\n");

test("every text that begins like a formula gets an apostrophe, and no number does", async () => {
  for (const begins of ["=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"]) {
    assert.deepEqual(await linesOf({ name: `${begins}1+1`, mentions: -3 }), ["Name,Mentions", `'${begins}1+1,-3`, ""]);
  }
  for (const begins of ["\r", "\n"]) {
    assert.equal(
      await csvOf(COLUMNS, [{ name: `${begins}=1`, mentions: 0 }]).text(),
      `Name,Mentions\r\n"'${begins}=1",0\r\n`,
    );
  }
});

test("quotation marks, commas and missing values are written as in RFC 4180", async () => {
  assert.deepEqual(await linesOf({ name: 'Ana "The Nails", Lima', mentions: null }), [
    "Name,Mentions",
    '"Ana ""The Nails"", Lima",',
    "",
  ]);
  assert.deepEqual(await linesOf({ name: "C++ = good", mentions: 1 }), ["Name,Mentions", "C++ = good,1", ""]);
});

test("a byte order mark marks the file as UTF-8", async () => {
  const bytes = new Uint8Array(await csvOf(COLUMNS, []).arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
});
