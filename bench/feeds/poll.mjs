// Clients that send the same request once a second.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { send } from "../../tests/support/client.mjs";

const SECOND_MS = 1_000;

/**
 * Has the clients of all subjects send their requests, each client once a second, in a schedule without two requests at
 * the same time. Returns the answers of each subject: status, `X-Cache` and milliseconds. A late request is timed from
 * its moment in the schedule, so that a slow answer also counts for the requests that it delays.
 */
export async function poll(edge, subjects, { clients, seconds }) {
  const began = performance.now();
  const every = SECOND_MS / (clients * subjects.length);
  const client = async (subject, offset) => {
    const answers = [];
    let known;
    for (let second = 0; second < seconds; second += 1) {
      const due = began + second * SECOND_MS + offset;
      await sleep(Math.max(0, due - performance.now()));
      const validator = subject.validates && known ? { "If-None-Match": known } : {};
      const { status, headers } = await send(edge, subject.path, { headers: { ...subject.headers, ...validator } });
      answers.push({ status, cache: headers.get("x-cache"), ms: performance.now() - due });
      known = headers.get("etag") ?? known;
    }
    return answers;
  };
  return Promise.all(
    subjects.map(async (subject, at) => {
      const offsets = Array.from({ length: clients }, (_, number) => (number * subjects.length + at) * every);
      return (await Promise.all(offsets.map((offset) => client(subject, offset)))).flat();
    }),
  );
}
