// What ours has to reach beside its peers, and every cell in which it does not.
import { NOTHING } from "../modes/init.mjs";
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

/** How long an entry takes from behind its import to its first check, less what a baseline takes, if that was timed. */
function firstCheck(times, entry, baseline) {
  const parts = times?.[entry];
  return parts ? [{ cell: `chromium ${entry}`, value: parts.init + parts.check - (times[baseline]?.init ?? 0) }] : [];
}

/** The weight of one thing, if it was weighed. */
const weight = (sizes, name) => (sizes?.[name] ? [{ cell: name, value: sizes[name].gzip }] : []);

/** Every bar with the cells that are held to it. */
export function barsOf({ times, sizes, inits }) {
  const bars = [];
  const bar = (what, limit, cells) => bars.push({ what, ...limit, cells });
  for (const [ours, addition] of [
    [OURS, ""],
    [OURS_WORDED, ", the message of a refusal read"],
  ]) {
    bar(
      `text and bytes${addition}: the fastest peer's time over ours`,
      atLeast(2),
      ratios(times, TEXT_AND_BYTES, ours, fastestPeer),
    );
    bar(`text and bytes${addition}: Zod's time over ours`, atLeast(4), ratios(times, TEXT_AND_BYTES, ours, "zod"));
  }
  bar("object to body: Ajv's time over ours", atLeast(0.9), ratios(times, ["shape_object"], OURS, "ajv"));
  bar("object to body: Zod's time over ours", atLeast(2), ratios(times, ["shape_object"], OURS, "zod"));
  bar("answers as objects: Zod's time over ours", atLeast(2), ratios(times, ["decode_object"], OURS, "zod"));
  bar("answers as text: Zod's time over ours", atLeast(2), ratios(times, ["decode_text"], OURS, "zod"));
  bar(
    "answers as text: our time over that of bare JSON.parse",
    atMost(1.2),
    ratios(times, ["decode_text"], OURS, "JSON.parse", true),
  );
  bar("size of overheard/data, bytes with gzip", atMost(12_000), weight(sizes, "overheard/data"));
  bar("size of overheard, bytes with gzip", atMost(30_000), weight(sizes, "overheard"));
  for (const [baseline, addition] of [
    [undefined, ""],
    [NOTHING, ", less fetching a file"],
  ]) {
    const cells = Object.keys(MODULES).flatMap((entry) => firstCheck(inits?.chromium, entry, baseline));
    bar(`init and first check in Chromium${addition}, ms`, below(5), cells);
  }
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
    const verdict = cells === 0 ? "not measured" : missed.length === 0 ? "met" : `MISSED in ${missed.length}`;
    return [what, `${sign} ${limit.toLocaleString("en")}`, cells, short(worst), verdict];
  });
  const miss = ({ what, sign, limit }, { cell, value }) =>
    `- ${cell}: ${short(value)} (${what}, ${sign} ${limit.toLocaleString("en")})`;
  const misses = bars.flatMap((bar) => bar.missed.map((cell) => miss(bar, cell)));
  const list =
    misses.length === 0 ? "Every bar that was measured is met." : `Cells that miss their bar:\n\n${misses.join("\n")}`;
  return `${table(["bar", "is to be", ">cells", ">worst", "verdict"], rows)}\n\n${list}`;
}
