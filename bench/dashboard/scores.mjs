// What Lighthouse says of pages of the dashboard, as on a desk and as on a phone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import { median, PAGES } from "./pages.mjs";

const BARS = { performance: 90, accessibility: 100, "best-practices": 100 };
/** Lighthouse's own default is a phone: a slow network, and a processor four times slower. */
const PRESETS = { desktop: desktopConfig, mobile: undefined };
/** The machine has other things to do too: one look says little. */
const ROUNDS = 3;

/**
 * Prints the scores, medians, and returns the bars that are missed. `profile` is the browser's folder, where it says
 * its port.
 */
export async function scores(browser, profile, url) {
  const port = Number(readFileSync(join(profile, "DevToolsActivePort"), "utf8").split("\n")[0]);
  const names = Object.keys(BARS);
  const missed = [];
  for (const [preset, config] of Object.entries(PRESETS)) {
    process.stdout.write(`Lighthouse, ${preset.padEnd(15)}${names.join("  ")}  largest paint, blocked, shift\n`);
    for (const path of Object.keys(PAGES)) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await look(browser, port, url + path, config));
      const found = names.map((name) => ({
        name,
        score: Math.round(median(rounds.map(({ categories }) => categories[name].score * 100))),
      }));
      const of = (audit) => median(rounds.map(({ audits }) => audits[audit].numericValue));
      const causes = `${of("largest-contentful-paint").toFixed(0)} ms, ${of("total-blocking-time").toFixed(0)} ms, ${of("cumulative-layout-shift").toFixed(3)}`;
      process.stdout.write(
        `  ${path.padEnd(25)}${found.map(({ name, score }) => String(score).padStart(name.length)).join("  ")}  ${causes}\n`,
      );
      missed.push(
        ...found
          .filter(({ name, score }) => score < BARS[name])
          .map(({ name, score }) => `${path}, ${preset}: ${name} ${score}`),
      );
    }
  }
  return missed;
}

/** One look, as for the first time: signed in, with nothing in the browser's cache. */
async function look(browser, port, address, config, tries = 3) {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await page.close();
  const { lhr } = await lighthouse(
    address,
    { port, logLevel: "error", onlyCategories: Object.keys(BARS), disableStorageReset: true },
    config,
  );
  if (!lhr.runtimeError) return lhr;
  // Its own recording fails now and then, and it asks to be run again.
  if (lhr.runtimeError.code !== "NO_NAVSTART" || tries === 1)
    throw new Error(`${address}: ${lhr.runtimeError.message}`);
  return look(browser, port, address, config, tries - 1);
}
