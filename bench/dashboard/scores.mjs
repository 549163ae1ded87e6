// What Lighthouse says of pages of the dashboard.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";

const PAGES = ["/", "/mentions", "/sentiment", "/settings"];
const BARS = { performance: 90, accessibility: 100, "best-practices": 100 };

/** Prints the scores, and returns the bars that are missed. `profile` is the browser's folder, where it says its port. */
export async function scores(profile, url) {
  const port = Number(readFileSync(join(profile, "DevToolsActivePort"), "utf8").split("\n")[0]);
  const missed = [];
  process.stdout.write(`Lighthouse, desktop${" ".repeat(8)}${Object.keys(BARS).join("  ")}\n`);
  for (const page of PAGES) {
    const { lhr } = await lighthouse(url + page, { port, logLevel: "error", onlyCategories: Object.keys(BARS), disableStorageReset: true }, desktopConfig);
    const found = Object.entries(BARS).map(([name, bar]) => ({ name, bar, score: Math.round(lhr.categories[name].score * 100) }));
    process.stdout.write(`  ${page.padEnd(25)}${found.map(({ name, score }) => String(score).padStart(name.length)).join("  ")}\n`);
    missed.push(...found.filter(({ bar, score }) => score < bar).map(({ name, score }) => `${page}: ${name} ${score}`));
  }
  return missed;
}
