// The first view: how much script it takes, and how long until it can be used.
import { median, PAGES } from "./pages.mjs";

const SCRIPT_BYTES = 200_000;
const USABLE_MS = 1_500;

/** Prints what it measures, and returns the bars that are missed. */
export async function firstView(browser, url, rounds) {
  const missed = [];
  process.stdout.write(`First view${" ".repeat(13)}bytes of script before the charts, usable after\n`);
  for (const [path, usable] of Object.entries(PAGES)) {
    const times = [];
    let bytes;
    for (let round = 0; round < rounds; round++)
      ({ time: times[round], bytes } = await visit(browser, url + path, usable));
    const time = median(times);
    process.stdout.write(
      `  ${path.padEnd(20)} ${bytes.toLocaleString("en")}, ${time.toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})\n`,
    );
    if (bytes > SCRIPT_BYTES) missed.push(`${path}: ${bytes} bytes of script`);
    if (time > USABLE_MS) missed.push(`${path}: ${time.toFixed(0)} ms until it can be used`);
  }
  return missed;
}

/** Opens a page as for the first time: nothing is in the browser's cache. */
async function visit(browser, address, usable) {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(usable).first().waitFor();
  const time = await page.evaluate(() => performance.now());
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ name, encodedBodySize }) => [name.split("/").at(-1), encodedBodySize]),
  );
  await page.close();
  return {
    time,
    bytes: scripts.filter(([name]) => !name.startsWith("draw-")).reduce((sum, [, size]) => sum + size, 0),
  };
}
