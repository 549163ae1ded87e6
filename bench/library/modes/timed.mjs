// Timing a mode in an engine: everybody in turn, round after round, so that what the machine does besides falls on all
// alike.
import { median } from "../../cost/time.mjs";
import { SUBJECTS } from "../subjects/index.mjs";
import { TIMED, isRefused } from "./index.mjs";

/** Milliseconds that everybody works in every class, at least, before anything is timed. */
const WARM_UP_MS = 20;

const takesPart = (subject, mode, ofClass) =>
  subject.modes[mode] !== undefined && (!subject.refusedOnly || isRefused(mode, ofClass));

/** Returns the number of repetitions that last as long as a sample, if `times` of them took `spent` milliseconds. */
const timesFor = (session, times, spent) => Math.max(1, Math.round((times * session.sampleMs) / spent));

/** Lets everybody work, more often each time, until the engine has settled. Sets how often makes a sample. */
async function warmUp(session, { samples, ...job }) {
  for (let times = 1; ; times *= 2) {
    const spent = await session.spend({ ...job, times });
    if (spent >= WARM_UP_MS) return timesFor(session, times, spent);
    if (spent < WARM_UP_MS / 8) times *= 4;
  }
}

/** Lets everybody work once more. Returns how often makes a sample now. */
async function again(session, { samples, ...job }) {
  return timesFor(session, job.times, await session.spend(job));
}

/**
 * Nanoseconds per operation, `{ [class]: { [subject]: { min, median } } }`. A round goes through all classes, so that
 * what disturbs for a second or two disturbs few rounds of each.
 * @param session an engine's: `spend(job)` and `sampleMs`
 */
export async function timeMode(session, mode, { names, rounds, note }) {
  const subjects = SUBJECTS.filter(({ name }) => names.includes(name));
  const classes = TIMED[mode].map((ofClass) =>
    subjects
      .filter((subject) => takesPart(subject, mode, ofClass))
      .map(({ name }) => ({ subject: name, mode, ofClass, samples: [] })),
  );
  // Whoever is measured first must not be measured on code that has seen nothing else yet: everybody works, then once
  // more.
  for (const [what, work] of [
    ["warming up", warmUp],
    ["finding out how often", again],
  ]) {
    for (const jobs of classes) {
      note(`${mode}: ${what}, ${jobs[0].ofClass}`);
      for (const job of jobs) job.times = await work(session, job);
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    note(`${mode}: round ${round + 1} of ${rounds}`);
    for (const jobs of classes) await timeOnce(session, jobs, round);
  }
  const inClass = (jobs) =>
    Object.fromEntries(
      jobs.map(({ subject, samples }) => [subject, { min: Math.min(...samples), median: median(samples) }]),
    );
  return Object.fromEntries(classes.map((jobs) => [jobs[0].ofClass, inClass(jobs)]));
}

/** Everybody once; who is first changes from round to round. */
async function timeOnce(session, jobs, round) {
  for (let turn = 0; turn < jobs.length; turn += 1) {
    const { samples, times, ...job } = jobs[(turn + round) % jobs.length];
    samples.push(((await session.spend({ ...job, times })) * 1e6) / times);
  }
}
