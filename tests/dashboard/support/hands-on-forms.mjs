// What people do with forms and lists of the dashboard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** Chooses from the list behind a button, by their names. */
export async function chooseFrom(page, form, label, option) {
  await form.getByRole("button", { name: new RegExp(`${label}$`) }).click();
  await page.getByRole("option", { name: option }).click();
}

/** Ticks one of the choices that are all in sight, by how it begins. */
export const tick = (form, choice) =>
  form
    .locator(".choice")
    .filter({ hasText: new RegExp(`^${choice}`) })
    .click();

/** What a press on a button downloads: its name and bytes. */
export async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

/** Looks at what is shown in the light and in the dark theme. */
export async function inBothThemes(page, what, look) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await look(page, `${what}, ${colorScheme}`);
  }
}

/** A secret that a dialog shows; it is copied by its button, and gone with the dialog. */
export async function secretOf(page, title) {
  const dialog = page.getByRole("dialog", { name: title });
  const secret = await dialog.locator(".secret code").textContent();
  await dialog.getByRole("button", { name: /^Copy (token|key|secret|link)$/ }).click();
  await dialog.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret);
  assert.ok(!page.url().includes(secret));
  await dialog.getByRole("button", { name: "I have kept it" }).click();
  await dialog.waitFor({ state: "detached" });
  await assertForgotten(page, secret);
  return secret;
}

/** Neither the page, nor its address, nor its storage has a text any more. */
async function assertForgotten(page, secret) {
  const kept = await page.evaluate(async () =>
    JSON.stringify([
      document.documentElement.outerHTML,
      location.href,
      history.state,
      { ...localStorage },
      { ...sessionStorage },
      await caches.keys(),
      await indexedDB.databases(),
    ]),
  );
  assert.ok(kept.length > 1_000);
  assert.ok(!kept.includes(secret), "the secret is kept");
}
