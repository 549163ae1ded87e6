// Profiles the Worker's isolate through the inspector while it answers requests.

/** Microseconds between two samples. */
const INTERVAL_US = 200;

/**
 * Profiles while `work` runs. `name` is the Worker's name in workerd.
 *
 * Returns the milliseconds of each class and of each function, without idle time.
 */
export async function profile(mf, name, classes, work) {
  const address = new URL(await mf.getInspectorURL());
  address.pathname = `/core:user:${name}`;
  const inspector = await connect(address);
  await inspector.send("Profiler.enable");
  await inspector.send("Profiler.setSamplingInterval", { interval: INTERVAL_US });
  await inspector.send("Profiler.start");
  await work();
  const { profile: found } = await inspector.send("Profiler.stop");
  inspector.close();
  return sums(found, classes);
}

async function connect(address) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`no inspector at ${address}`)));
  });
  let last = 0;
  const waiting = new Map();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(data);
    const settle = waiting.get(id);
    if (!settle) return;
    waiting.delete(id);
    if (error) settle.reject(new Error(error.message));
    else settle.resolve(result);
  });
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { send, close: () => socket.close() };
}

/** Adds up the samples of a profile by class and by function. */
function sums({ nodes, samples, timeDeltas }, classes) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byClass = new Map();
  const byFunction = new Map();
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id);
    if (["(idle)", "(root)", "(program)"].includes(frame.functionName)) continue;
    const milliseconds = timeDeltas[at] / 1_000;
    const found = classes.find(([, holds]) => holds(frame))?.[0] ?? "other";
    byClass.set(found, (byClass.get(found) ?? 0) + milliseconds);
    const label = `${frame.functionName || "(anonymous)"} ${frame.url.split("/").at(-1)}`;
    byFunction.set(label, (byFunction.get(label) ?? 0) + milliseconds);
  }
  return { byClass, byFunction };
}
