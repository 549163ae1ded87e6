// Actions on the dashboard's forms and lists.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** Chooses options by name from the list behind a button. */
export async function chooseFrom(page, form, label, option) {
  await form.getByRole("button", { name: new RegExp(`${label}$`) }).click();
  await page.getByRole("option", { name: option }).click();
}

/** Checks the checkbox whose label begins with this text. */
export const tick = (form, choice) =>
  form
    .locator(".choice")
    .filter({ hasText: new RegExp(`^${choice}`) })
    .click();

/** Clicks a button and returns the name and bytes of the download. */
export async function saveWith(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

/** Runs a check in the light and in the dark theme. */
export async function inBothThemes(page, what, look) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await look(page, `${what}, ${colorScheme}`);
  }
}

/** Returns the secret that a dialog shows. Copies it with its button, closes the dialog and checks that it is gone. */
export async function secretOf(page, title) {
  const dialog = page.getByRole("dialog", { name: title });
  const secret = await dialog.locator(".secret code").textContent();
  await dialog.getByRole("button", { name: /^Copy (token|key|secret|link)$/ }).click();
  await dialog.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret);
  assert.ok(!page.url().includes(secret));
  await dialog.getByRole("button", { name: "Done, I’ve saved it" }).click();
  await dialog.waitFor({ state: "detached" });
  await assertForgotten(page, secret);
  return secret;
}

/** Checks that the page, its address and its storage do not contain a text. */
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
