// `overheard mcp`: the tools of an edge over standard input and output, for agents that start their own servers.
import { readFileSync } from "node:fs";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { baseOf } from "../client/address.js";
import { credentialOf } from "../client/credential.js";
import { Bridge } from "./bridge.js";
import { lines } from "./lines.js";

const HELP = `Gives a desktop agent the tools of an Overheard edge, by the Model Context Protocol over standard input and output.

Usage: overheard mcp --url <address>

Options:
  --url <address>  The edge, such as https://insights.example
  -h, --help       Say this
  -V, --version    Say which version this is

Environment, one of both:
  OVERHEARD_KEY    A data key (ohk_…): any brand, by the Data API
  OVERHEARD_TOKEN  A token of an account (oht_…): its brands, by the Account API
`;

/** The maximum number of concurrent messages; more wait in the input. */
const MAX_CONCURRENT = 16;
const MISUSED = 2;
/** The answer to a message that is too long to forward. */
const TOO_LONG = JSON.stringify({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32600, message: "a message must not be longer than 65536 bytes." },
});

class Misuse extends Error {}

/** Runs the command and returns its exit code. `process` has the streams, the environment and the signals. */
export async function run(args, process) {
  const log = (text) => process.stderr.write(`overheard: ${text}\n`);
  try {
    const { command, url, help, version } = read(args);
    if (version || help) {
      process.stdout.write(version ? `${packageVersion()}\n` : HELP);
      return 0;
    }
    if (command === undefined) throw new Misuse("a command is missing: overheard mcp --url <address>");
    const bridge = new Bridge({ url: `${address(url)}/mcp`, credential: credential(process.env), log });
    await serve(bridge, process, log);
    return 0;
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    log(`${error.message}\nTry 'overheard --help'.`);
    return MISUSED;
  }
}

const packageVersion = () => JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;

function read(args) {
  const options = {
    url: { type: "string" },
    help: { type: "boolean", short: "h" },
    version: { type: "boolean", short: "V" },
  };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [command, ...others] = positionals;
    // The message must not repeat a misplaced secret.
    if (/^oh[ktb]_/i.test(command) || others.length > 0)
      throw new Misuse(
        "only options are expected: the key or token is read from the environment, never from arguments",
      );
    if (command !== undefined && command !== "mcp") throw new Misuse(`there is no command '${command}'. There is: mcp`);
    return { ...values, command };
  } catch (error) {
    if (!String(error.code).startsWith("ERR_PARSE_ARGS")) throw error;
    throw new Misuse(error.message.split(/[.\n]/)[0].replace(/^./, (letter) => letter.toLowerCase()));
  }
}

function address(url) {
  if (url === undefined) throw new Misuse("--url is missing: the address of the edge");
  try {
    return baseOf(url).replace(/\/mcp$/, "");
  } catch (error) {
    throw new Misuse(error.message.replace("baseUrl", "--url"));
  }
}

function credential({ OVERHEARD_KEY: key, OVERHEARD_TOKEN: token }) {
  if (!key === !token) throw new Misuse(`${key ? "only one" : "one"} of OVERHEARD_KEY and OVERHEARD_TOKEN must be set`);
  try {
    return credentialOf(key ? { key } : { token });
  } catch (error) {
    throw new Misuse(error.message.replace(/^\w+/, key ? "OVERHEARD_KEY" : "OVERHEARD_TOKEN"));
  }
}

/** Answers messages until the input ends or a signal stops the process. */
async function serve(bridge, process, log) {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  // Stops when the reader of the output is gone.
  process.stdout.on("error", stop);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.once(signal, stop);
  const send = async (message) => {
    if (!process.stdout.write(`${message}\n`)) await once(process.stdout, "drain", { signal: stopped.signal });
  };
  const pending = new Set();
  const handle = (line) => {
    const answer = (line === undefined ? Promise.resolve(TOO_LONG) : bridge.answer(line, stopped.signal))
      .then((message) => message && send(message))
      .catch((error) => stopped.signal.aborted || log(error.stack))
      .finally(() => pending.delete(answer));
    pending.add(answer);
  };
  stopped.signal.addEventListener("abort", () => process.stdin.destroy());
  try {
    for await (const line of lines(process.stdin)) {
      handle(line);
      while (pending.size >= MAX_CONCURRENT) await Promise.race(pending);
    }
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
  }
  await Promise.all(pending);
  // Open connections to the edge would keep the process alive; the output must be flushed first.
  await new Promise((resolve) => process.stdout.end(resolve));
}
