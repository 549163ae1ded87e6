// A feed of many mentions, scrolled to its end.
const PAGE = 100;
/** Between the first quarter and the last. */
const GROWTH_BYTES = 10_000_000;
const FRAME_MS = 100;
const ROWS = 60;

/** Prints what it measures, and returns the bars that are missed. */
export async function longFeed(browser, url, mentions) {
  const page = await browser.newPage();
  await page.goto(url);
  const asked = (size) =>
    fetch(`/v1/mentions?limit=${size}`, { headers: { "X-Overheard-Dashboard": "1" } }).then((answer) => answer.json());
  const { data: sample } = await page.evaluate(asked, PAGE);
  // Every page has the rows of the edge's first one, under ids of their own.
  await page.route("**/v1/mentions?*", async (route) => {
    const cursor = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
    const data = Array.from({ length: PAGE }, (_, at) => ({
      ...sample[(cursor + at) % sample.length],
      id: `men_${cursor + at}`,
    }));
    const next = cursor + PAGE;
    await route.fulfill({
      json: { object: "list", data, has_more: next < mentions, next_cursor: next < mentions ? String(next) : null },
    });
  });
  await page.goto(`${url}/mentions?window=24m`);
  await page.locator(".feed article").first().waitFor();
  const used = () => page.evaluate(() => (globalThis.gc(), performance.memory.usedJSHeapSize));
  const memory = [];
  let [rows, frame] = [0, 0];
  for (let quarter = 1; quarter <= 4; quarter++) {
    const walked = await page.evaluate(walkTo, (mentions / 4) * quarter);
    rows = Math.max(rows, walked.rows);
    frame = Math.max(frame, walked.p99);
    // Pages out of sight are dropped a moment later.
    await page.waitForTimeout(5_000);
    memory.push(await used());
  }
  await page.getByText("End of list.").waitFor();
  await page.close();
  const megabytes = memory.map((bytes) => (bytes / 1e6).toFixed(1));
  process.stdout.write(
    `A feed of ${mentions.toLocaleString("en")} mentions: at most ${rows} rows in the page, 99 of 100 frames within ${frame.toFixed(0)} ms, ${megabytes.join(", ")} MB behind each quarter\n`,
  );
  return [
    memory[3] - memory[0] > GROWTH_BYTES && `memory grows: ${megabytes.join(", ")} MB`,
    frame > FRAME_MS && `frames of ${frame.toFixed(0)} ms`,
    rows > ROWS && `${rows} rows in the page`,
  ].filter(Boolean);
}

/** In the page: scrolls on until a row is there, a screen with every frame. */
async function walkTo(row) {
  const frames = [];
  let rows = 0;
  let last = performance.now();
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (;;) {
    scrollBy(0, innerHeight * 2);
    await nextFrame();
    const now = performance.now();
    frames.push(now - last);
    last = now;
    const shown = document.querySelectorAll(".feed-row");
    rows = Math.max(rows, shown.length);
    const at = Number([...document.querySelectorAll(".feed article")].at(-1)?.getAttribute("aria-posinset") ?? 0);
    if (at >= row) break;
  }
  return { rows, p99: frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.99)] };
}
