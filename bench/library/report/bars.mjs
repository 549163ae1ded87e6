// What ours has to reach beside its peers, and every cell in which it does not.
import { MODULES, OURS, OURS_WORDED } from "../subjects/overheard.mjs";
import { short, table } from "./tables.mjs";
import { fastestPeer, ratio } from "./times.mjs";

const TEXT_AND_BYTES = ["check_text", "check_bytes", "shape_text", "shape_bytes"];
const atLeast = (limit) => ({ limit, sign: "≥", holds: (value) => value >= limit });
const atMost = (limit) => ({ limit, sign: "≤", holds: (value) => value <= limit });
const below = (limit) => ({ limit, sign: "<", holds: (value) => value < limit });

/**
 * Times of a peer or a baseline over ours, in every cell of some modes. Baselines may be a name or a function of the
 * cell.
 */
function ratios(times, modes, ours, baseline, turned = false) {
  const cells = [];
  for (const [engine, ofEngine] of Object.entries(times)) {
    for (const mode of modes) {
      for (const [ofClass, subjects] of Object.entries(ofEngine[mode] ?? {})) {
        const other = typeof baseline === "function" ? baseline(subjects)?.[1] : subjects[baseline];
        if (!other || !subjects[ours]) continue;
        const value = (turned ? ratio(subjects[ours], other) : ratio(other, subjects[ours])).min;
        cells.push({ cell: `${engine} ${mode} ${ofClass}`, value });
      }
    }
  }
  return cells;
}

/** Milliseconds from nothing to the first verdict of an entry, if that was timed. */
const start = (times, entry) => (times?.[entry] ? [{ cell: `chromium ${entry}`, value: times[entry].total }] : []);

/** The weight of one thing, if it was weighed. */
const weight = (sizes, name) => (sizes?.[name] ? [{ cell: name, value: sizes[name].gzip }] : []);

/** The times of some engines only. */
const only = (times, engines) => Object.fromEntries(Object.entries(times).filter(([name]) => engines.includes(name)));

/** Every bar with the cells that are held to it. @param minutes how long the whole run took; undefined for a part */
export function barsOf({ times, sizes, inits, minutes }) {
  const bars = [];
  const bar = (what, limit, cells) => bars.push({ what, ...limit, cells });
  for (const [engines, limit] of [
    [["node", "chromium"], 2],
    [["workerd"], 1.5],
  ]) {
    const cells = ratios(only(times, engines), TEXT_AND_BYTES, OURS, fastestPeer);
    bar(`text and bytes in ${engines.join(" and ")}: the fastest peer's time over ours`, atLeast(limit), cells);
  }
  bar(
    "text and bytes, the message of a refusal read: the fastest peer's time over ours",
    atLeast(1),
    ratios(times, TEXT_AND_BYTES, OURS_WORDED, fastestPeer),
  );
  bar("object to body: Ajv's time over ours", atLeast(0.9), ratios(times, ["shape_object"], OURS, "ajv"));
  bar("object to body: Zod's time over ours", atLeast(2), ratios(times, ["shape_object"], OURS, "zod"));
  bar("answers as objects: Zod's time over ours", atLeast(2), ratios(times, ["decode_object"], OURS, "zod"));
  bar(
    "answers as text: our time over that of bare JSON.parse",
    atMost(1.2),
    ratios(times, ["decode_text"], OURS, "JSON.parse", true),
  );
  bar("size of overheard/data, bytes with gzip", atMost(20_000), weight(sizes, "overheard/data"));
  bar("size of overheard, bytes with gzip", atMost(52_000), weight(sizes, "overheard"));
  const starts = Object.keys(MODULES).flatMap((entry) => start(inits?.chromium, entry));
  bar("import, init and first check in Chromium, ms", below(8), starts);
  bar("the whole run, minutes", atMost(5), minutes === undefined ? [] : [{ cell: "the run", value: minutes }]);
  return bars.map(({ cells, holds, ...rest }) => {
    const missed = cells.filter(({ value }) => !holds(value));
    return { ...rest, cells: cells.length, worst: worstOf(cells, rest.sign), missed };
  });
}

function worstOf(cells, sign) {
  const values = cells.map(({ value }) => value);
  return sign === "≥" ? Math.min(...values) : Math.max(...values);
}

/** The bars as text: a table, then every cell that misses its bar. */
export function verdictText(bars) {
  const rows = bars.map(({ what, sign, limit, cells, worst, missed }) => {
    const verdict = cells === 0 ? "not measured" : missed.length === 0 ? "reached" : `not reached in ${missed.length}`;
    return [what, `${sign} ${limit.toLocaleString("en")}`, cells, short(worst), verdict];
  });
  const miss = ({ what, sign, limit }, { cell, value }) =>
    `- ${cell}: ${short(value)} (${what}, ${sign} ${limit.toLocaleString("en")})`;
  const misses = bars.flatMap((bar) => bar.missed.map((cell) => miss(bar, cell)));
  const list =
    misses.length === 0
      ? "Every bar that was measured is reached."
      : `Cells that do not reach their bar:\n\n${misses.join("\n")}`;
  return `${table(["bar", "is to be", ">cells", ">worst", "verdict"], rows)}\n\n${list}`;
}
