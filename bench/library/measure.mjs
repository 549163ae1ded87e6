// Measuring what was asked for, engine by engine.
import { CORPUS } from "./cases/corpus.mjs";
import { ENGINES } from "./engines/index.mjs";
import { TIMED } from "./modes/index.mjs";
import { INIT_ENGINES, timeInit } from "./modes/init.mjs";
import { weigh } from "./modes/size.mjs";
import { timeMode } from "./modes/timed.mjs";
import { BEFORE, OURS, OURS_WORDED } from "./subjects/overheard.mjs";
import { bareParse } from "./subjects/peer.mjs";

/**
 * `{ engines, disagreements, times, sizes, inits }`; with a disagreement nothing is timed in that engine or behind it.
 */
export async function measure({ engines, modes, peers, rounds, before }, note) {
  const names = [OURS, OURS_WORDED, bareParse.name, ...peers, ...(before ? [BEFORE] : [])];
  const measured = { engines: {}, disagreements: [], times: {}, sizes: undefined, inits: {} };
  if (modes.includes("size")) {
    note("weighing");
    measured.sizes = await weigh(peers);
  }
  for (const key of engines) {
    const engine = await ENGINES[key](before);
    try {
      measured.engines[key] = engine.name;
      note(`${engine.name}: checking that everybody agrees`);
      measured.disagreements = await inSession(engine, (session) => session.disagreements({ cases: CORPUS, names }));
      if (measured.disagreements.length > 0) return measured;
      measured.times[key] = {};
      for (const mode of Object.keys(TIMED).filter((one) => modes.includes(one))) {
        const options = { names, rounds, note: (what) => note(`${engine.name}, ${what}`) };
        measured.times[key][mode] = await inSession(engine, (session) => timeMode(session, mode, options));
      }
    } finally {
      await engine.close();
    }
    if (modes.includes("init") && INIT_ENGINES.includes(key)) measured.inits[key] = await timeInit(key, names, note);
  }
  return measured;
}

async function inSession(engine, work) {
  const session = await engine.open();
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
