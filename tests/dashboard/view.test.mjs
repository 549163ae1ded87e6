// Periods, changes, rows of mentions and matched words, computed by the page's own modules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { itemsOf, NO_ROWS, withPage } from "../../www/src/pages/mentions/feed-rows.ts";
import { contains, splitAtTerms, termsOfQuery } from "../../www/src/pages/mentions/matched-words.ts";
import { importSource } from "./support/sources.mjs";

const { exceedsChance } = await importSource("view/tones.ts");
const { daysWithCoverage } = await importSource("view/coverage.ts");
const words = await importSource("view/words.ts");
const { baselineOf, daysOf } = await importSource("view/window.ts");

test("presets of days end with the data, and calendar presets end today", () => {
  const [last, now] = ["2026-08-09", "2026-11-25"];
  const days = (preset) => Object.values(daysOf(preset, last, now)).join(" ");
  assert.equal(days("7d"), "2026-08-03 2026-08-09");
  assert.equal(days("12m"), "2025-08-10 2026-08-09");
  assert.equal(days("month"), "2026-11-01 2026-11-25");
  assert.equal(days("last-month"), "2026-10-01 2026-10-31");
  assert.equal(days("quarter"), "2026-10-01 2026-11-25");
  assert.equal(days("last-quarter"), "2026-07-01 2026-09-30");
  assert.equal(days("ytd"), "2026-01-01 2026-11-25");
  assert.equal(days("last-year"), "2025-01-01 2025-12-31");
});

test("a period is compared with as many days before it, or with the same days a year earlier", () => {
  assert.deepEqual(baselineOf("previous", "2026-10-02", "2026-10-31"), { from: "2026-09-02", to: "2026-10-01" });
  assert.deepEqual(baselineOf("year", "2024-02-01", "2024-02-29"), { from: "2023-02-01", to: "2023-02-28" });
});

test("a period says which of its days have data", () => {
  const covered = (from, to) => daysWithCoverage({ from, to }, { first_date: "2024-11-05" }, "2026-08-09");
  assert.equal(covered("2026-08-01", "2026-08-25"), "1 Aug – 25 Aug 2026, data until 9 Aug");
  assert.equal(covered("2026-11-01", "2026-11-25"), "1 Nov – 25 Nov 2026, no data");
  assert.equal(covered("2024-11-01", "2024-11-30"), "1 Nov – 30 Nov 2024, data from 5 Nov 2024");
  assert.equal(covered("2026-07-01", "2026-07-31"), "1 Jul – 31 Jul 2026");
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

test("rows of videos keep their place when further pages have mentions of them", () => {
  const of = (id, platform = "youtube") => ({ platform, video: { id } });
  const shown = (rows, ...expanded) => itemsOf(rows, new Set(expanded)).map(({ position, count }) => [position, count]);
  const first = withPage(NO_ROWS, [of("a"), of("b"), of("a"), of("a", "tiktok")], 0);
  assert.deepEqual(shown(first), [
    [0, 2],
    [1, 1],
    [3, 1],
  ]);
  const both = withPage(first, [of("b"), of("c")], 4);
  assert.deepEqual(shown(both), [
    [0, 2],
    [1, 2],
    [3, 1],
    [5, 1],
  ]);
  assert.deepEqual(
    shown(both, 1).map(([position]) => position),
    [0, 1, 4, 3, 5],
  );
});

test("terms are marked where their words occur whole and in order", () => {
  assert.deepEqual(splitAtTerms("Über L’Oréal: l'oreal’s Straße", ["l'oréal", "STRASSE"]), [
    "Über ",
    "L’Oréal",
    ": ",
    "l'oreal",
    "’s ",
    "Straße",
    "",
  ]);
  assert.deepEqual(splitAtTerms("A pineapple, an Apple Watch", ["apple", "apple watch"]), [
    "A pineapple, an ",
    "Apple Watch",
    "",
  ]);
  assert.deepEqual(splitAtTerms("新しい緑茶飲料", ["緑茶"]), ["新しい", "緑茶", "飲料"]);
  assert.deepEqual(
    ["C++ in an hour", "C# in an hour", "C in an hour"].map((text) => contains(text, "c++")),
    [true, false, false],
  );
  assert.deepEqual(splitAtTerms("Serums and a serum", ["seru*"]), ["", "Serums", " and a ", "serum", ""]);
});

test("the words of a query are those that it searches for", () => {
  assert.deepEqual(termsOfQuery('(serum OR "night cream") anti-age AND seru* -vegan NOT (a b) -"c d"'), [
    "night cream",
    "serum",
    "anti-age",
    "seru*",
  ]);
  assert.deepEqual(termsOfQuery('"cream night"~5'), ["cream", "night"]);
});
