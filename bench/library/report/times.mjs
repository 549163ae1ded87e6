// What was timed in an engine: nanoseconds, and how much longer the peers take than ours.
import { PEERS } from "../peers/index.mjs";
import { BEFORE, OURS, OURS_WORDED } from "../subjects/overheard.mjs";
import { short, table } from "./tables.mjs";

const isPeer = (name) => Object.hasOwn(PEERS, name);

/** How long a peer takes where ours takes 1, by the shortest rounds and by the median ones. */
export const ratio = (of, to) => ({ min: of.min / to.min, median: of.median / to.median });

/** The quickest peer of a class, and its name. */
export function fastestPeer(ofClass) {
  const peers = Object.entries(ofClass).filter(([name]) => isPeer(name));
  return peers.reduce((best, one) => (best === undefined || one[1].min < best[1].min ? one : best), undefined);
}

/** Nanoseconds per operation, the shortest round of each. */
export function timesTable(mode) {
  const names = [...new Set(Object.values(mode).flatMap(Object.keys))];
  const rows = names.map((name) => [
    name,
    ...Object.values(mode).map((ofClass) => (ofClass[name] ? short(ofClass[name].min) : "-")),
  ]);
  return table(["ns/op", ...Object.keys(mode).map((name) => `>${name}`)], rows);
}

const both = (ratios) => `${short(ratios.min)} (${short(ratios.median)})`;

/** How many times longer others take. */
export function ratioTable(mode) {
  const rowsOf = ([name, ofClass]) =>
    [OURS, OURS_WORDED].filter((ours) => ofClass[ours]).map((ours) => row(name, ofClass, ours));
  const rows = Object.entries(mode).flatMap(rowsOf);
  return table(["class", "ours", "fastest peer", ">fastest / ours", ">Zod / ours", ">JSON.parse / ours"], rows);
}

function row(name, ofClass, ours) {
  const fastest = fastestPeer(ofClass);
  const against = (subject) => (subject ? both(ratio(subject, ofClass[ours])) : "-");
  return [
    name,
    ours,
    fastest ? PEERS[fastest[0]] : "-",
    against(fastest?.[1]),
    against(ofClass.zod),
    against(ofClass["JSON.parse"]),
  ];
}

/**
 * How long ours takes where the earlier build takes 1, and the geometric mean of all classes; nothing where it was not
 * timed.
 */
export function beforeTable(mode) {
  const classes = Object.entries(mode).filter(([, ofClass]) => ofClass[BEFORE]);
  if (classes.length === 0) return undefined;
  const ratios = classes.map(([, ofClass]) => ratio(ofClass[OURS], ofClass[BEFORE]));
  const mean = (part) => Math.exp(ratios.reduce((sum, of) => sum + Math.log(of[part]), 0) / ratios.length);
  const rows = classes.map(([name], at) => [name, both(ratios[at])]);
  return table(
    ["class", ">ours / before"],
    [...rows, ["geometric mean", both({ min: mean("min"), median: mean("median") })]],
  );
}
