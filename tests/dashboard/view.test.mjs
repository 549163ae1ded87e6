// Periods and changes, computed by the page's own modules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exceedsChance } from "../../www/src/view/tones.ts";
import * as words from "../../www/src/view/words.ts";
import { daysOf } from "../../www/src/view/window.ts";

test("presets of days end with the data, and calendar presets end today", () => {
  const [last, now] = ["2026-08-09", "2026-11-25"];
  const days = (preset) => Object.values(daysOf(preset, last, now)).join(" ");
  assert.equal(days("7d"), "2026-08-03 2026-08-09");
  assert.equal(days("12m"), "2025-08-10 2026-08-09");
  assert.equal(days("month"), "2026-11-01 2026-11-25");
  assert.equal(days("last-month"), "2026-10-01 2026-10-31");
  assert.equal(days("quarter"), "2026-10-01 2026-11-25");
  assert.equal(days("ytd"), "2026-01-01 2026-11-25");
});

test("a change of an average tone exceeds chance only with enough mentions", () => {
  assert.equal(exceedsChance(-0.04, 73, 54), false);
  assert.equal(exceedsChance(-0.04, 4_000, 4_000), true);
  assert.equal(exceedsChance(0.3, 73, 54), true);
  // Labels vary more than scores.
  assert.equal(exceedsChance(0.25, 73, 54, "labels"), false);
});

test("a number that is rounded to zero has no sign", () =>
  assert.deepEqual([-0.004, 0.004, -0.25].map(words.tone), ["0.00", "0.00", "−0.25"]));

test("a change from tenfold on is a factor", () =>
  assert.deepEqual([-12.34, 0, 35.2, 899, 900, 8_600].map(words.change), [
    "−12.3 %",
    "0.0 %",
    "+35.2 %",
    "+899 %",
    "×10",
    "×87",
  ]));
