// Runs the page with React, built by Vite and served as its README says, with a real edge.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build, preview } from "vite";
import { inRoot, packagesIn } from "../../scripts/project.mjs";
import { startServingEdge } from "../edge/harness.mjs";
import { brand, createAccount } from "../support/account.mjs";
import { demoData } from "../support/data.mjs";
import { visit } from "./support/page.mjs";

const root = inRoot("examples", "react-vite");

/** Builds the page for an edge and serves it, with an account's token. */
async function serve(edge, token) {
  Object.assign(process.env, { VITE_OVERHEARD_URL: edge.url, OVERHEARD_TOKEN: token });
  const outDir = mkdtempSync(join(tmpdir(), "overheard-react-"));
  await build({ root, logLevel: "error", build: { outDir, emptyOutDir: true } });
  const server = await preview({
    root,
    logLevel: "silent",
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0, strictPort: false },
  });
  const stop = async () => {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${server.httpServer.address().port}/`, stop };
}

test("its types are correct", () => {
  execFileSync(process.execPath, [packagesIn("tests", "typescript", "bin", "tsc"), "-p", root], { stdio: "inherit" });
});

test("sentiment and mentions of a brand are requested once, cached, paged, and refused with the form's labels", async () => {
  const edge = await startServingEdge(demoData);
  const { token } = await createAccount(edge, { brands: [brand("Velunara"), brand("Borealume")] });
  const server = await serve(edge, token);
  try {
    await visit(server.url, edge, async (page, asked) => {
      const tone = page.getByRole("region", { name: "Tone" });
      const mentions = page.getByRole("region", { name: "Mentions" }).getByRole("listitem");
      const toneOf = () => asked.filter((path) => path.startsWith("/v1/sentiment"));
      await tone.getByText("2026-10-31").waitFor();
      await page.getByRole("heading", { name: "Meridian" }).waitFor();
      await mentions.nth(4).waitFor();
      // React's strict mode mounts every component twice.
      assert.deepEqual([...asked].sort(), [
        "/v1/account",
        "/v1/mentions?limit=5&order=desc&sort=upload_date",
        "/v1/sentiment",
      ]);

      await page.getByRole("button", { name: "More" }).click();
      await mentions.nth(9).waitFor();
      assert.match(asked.at(-1), /^\/v1\/mentions\?cursor=/);

      // An unneeded query is cancelled and not cached, so the test waits for its answer.
      const tonesAnswer = page.waitForResponse((response) => response.url().includes("/v1/sentiment"));
      await page.getByLabel("Brand").selectOption({ label: "Borealume" });
      await (await tonesAnswer).finished();
      await page.waitForFunction(() =>
        [...document.querySelectorAll("ol li")].every(({ innerText }) => innerText.includes("Borealume")),
      );
      await page.getByLabel("First day").fill("2026-10-20");
      await tone.getByText("from 2026-10-20").waitFor();
      const times = toneOf().length;

      // The earlier answer is a cache hit.
      await page.getByLabel("First day").fill("");
      await tone.getByText("from 2026-10-02").waitFor();
      assert.equal(toneOf().length, times);

      await page.getByLabel("First day").fill("2026-10-20");
      await page.getByLabel("Last day").fill("2026-10-01");
      await page.getByText("The first day must not be after the last day. Got 2026-10-20 to 2026-10-01.").waitFor();
      assert.equal(toneOf().length, times);
    });
  } finally {
    await server.stop();
    await edge.stop();
  }
});
