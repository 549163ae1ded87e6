// The operator's surface is closed to everybody else, and absent without a secret.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createKey, startEdge } from "./harness.mjs";
import { send } from "./support/client.mjs";
import { assertProblem } from "./support/problem.mjs";

let edge;
before(async () => {
  edge = await startEdge();
  edge.secret = (await createKey(edge)).secret;
});
after(() => edge?.stop());

test("without a secret in the deployment the operator's surface does not exist; with one it is closed", async () => {
  const surface = [["GET", "/keys"], ["POST", "/keys"], ["POST", "/keys/tok_1/revoke"], ["GET", "/dataset"], ["POST", "/dataset/rollback"], ["POST", "/videos/lookup"], ["POST", "/imports"], ["PUT", `/imports/${"a".repeat(64)}/video/0`]];
  const bare = await startEdge({ adminSecret: null });
  try {
    for (const [method, path] of [...surface, ["DELETE", "/keys"], ["PATCH", "/dataset"]]) {
      for (const headers of [{}, { Authorization: "Bearer " }, { Authorization: "Bearer undefined" }, { Authorization: `Bearer ${edge.adminSecret}` }]) {
        assertProblem(await send(bare, `/admin/v1${path}`, { method, headers }), "not_found");
      }
    }
  } finally {
    await bare.stop();
  }
  for (const [method, path] of surface) {
    const asked = (headers) => send(edge, `/admin/v1${path}`, { method, headers });
    for (const headers of [{}, { "X-API-Key": edge.secret }, { Authorization: edge.adminSecret }, { Authorization: `Basic ${edge.adminSecret}` }]) {
      const answer = await asked(headers);
      assertProblem(answer, "missing_credentials");
      assert.match(answer.headers.get("www-authenticate"), /^Bearer /);
    }
    for (const wrong of ["", "x", edge.adminSecret.slice(0, -1), `${edge.adminSecret}0`, edge.adminSecret.toUpperCase(), edge.secret]) {
      const answer = await asked({ Authorization: `Bearer ${wrong}` });
      if (wrong === "" && answer.status === 401) continue; // An empty token may count as none.
      assertProblem(answer, "invalid_credentials");
    }
  }
});
