// The client requests reports, waits for them and downloads their files.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { ConnectionError, DecodeError, Overheard, ProblemError, ReportError, shape } from "overheard";
import { FILES, headersOf, startReports } from "./support/reports.mjs";
import { TOKEN, problem, startServer } from "./support/server.mjs";

const servers = [];
after(() => Promise.all(servers.map((server) => server.stop())));

const WANTED = {
  type: "brand_overview",
  title: "February review",
  from: "2026-02-01",
  to: "2026-02-28",
  metadata: { team: "care" },
};
const clientOf = (server, options = {}) => new Overheard({ baseUrl: server.url, token: TOKEN, ...options });

async function connected(behaviour, options) {
  const server = await startReports(behaviour);
  servers.push(server);
  return { client: clientOf(server, options), ...server };
}

/** Returns a client and the id of a new report. */
async function withReport(behaviour, options) {
  const { client, requests, ...rest } = await connected(behaviour, options);
  const { id } = await client.createReport(WANTED);
  requests.length = 0;
  return { client, id, requests, ...rest };
}

async function all(generator) {
  const items = [];
  for await (const item of generator) items.push(item);
  return items;
}

test("a report is requested with a body, and returned with its address", async () => {
  const { client, requests } = await connected();
  const { data, response } = await client.createReport(WANTED).withResponse();
  assert.deepEqual([data.status, data.title, data.metadata], ["queued", "February review", { team: "care" }]);
  assert.deepEqual(
    [response.status, response.headers.get("location"), response.retryAfter],
    [202, `/v1/reports/${data.id}`, 5000],
  );
  const [{ method, url, headers, body }] = requests;
  assert.deepEqual(
    [method, url, headers["content-type"], headers.authorization],
    ["POST", "/v1/reports", "application/json", `Bearer ${TOKEN}`],
  );
  assert.equal(body, shape("create-report", WANTED).body);
  assert.match(headers["idempotency-key"], /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("a report that the edge would refuse is not sent", async () => {
  const { client, requests } = await connected();
  await assert.rejects(
    client.createReport({ ...WANTED, sections: ["rising"] }),
    (error) => error instanceof ProblemError && error.response === undefined && error.problem.param === "/sections/0",
  );
  await assert.rejects(client.report("men_1"), (error) => error.problem.code === "not_found");
  await assert.rejects(
    client.downloadReport("rpt_0000000000", { format: "xlsx" }),
    (error) => error.problem.code === "value_not_allowed",
  );
  assert.equal(requests.length, 0);
});

for (const [name, fault] of Object.entries({
  503: problem(503, "backend_unavailable"),
  "a connection that ends": { hangUp: true },
})) {
  test(`a report request is retried after ${name}, and creates one report`, async () => {
    const { client, requests, reports } = await connected({ faults: [fault] });
    const { id } = await client.createReport(WANTED);
    assert.deepEqual([...reports.keys()], [id]);
    const [first, second] = requests.map(({ headers }) => headers["idempotency-key"]);
    assert.equal(first, second);
  });
}

test("each report has its own idempotency key, generated or given", async () => {
  const { client, requests, reports } = await connected();
  const made = await Promise.all([client.createReport(WANTED), client.createReport(WANTED)]);
  assert.notEqual(made[0].id, made[1].id);
  const mine = [
    await client.createReport(WANTED, { idempotencyKey: "february-2026" }),
    await client.createReport(WANTED, { idempotencyKey: "february-2026" }),
  ];
  assert.equal(mine[0].id, mine[1].id);
  assert.equal(reports.size, 3);
  assert.equal(requests.at(-1).headers["idempotency-key"], "february-2026");
});

test("without a source of randomness, a report request that may have succeeded is not retried", async (t) => {
  t.mock.method(crypto, "randomUUID", () => undefined);
  const { client, requests } = await connected({ faults: [{ hangUp: true }] });
  await assert.rejects(
    client.createReport(WANTED),
    (error) => error instanceof ConnectionError && error.code === "network",
  );
  assert.deepEqual([requests.length, requests[0].headers["idempotency-key"]], [1, undefined]);
});

test("any request with an idempotency key may be retried", async () => {
  const { client, requests } = await connected({ faults: [problem(503, "backend_unavailable")] });
  await client.request({ ...shape("create-report", WANTED), headers: { "idempotency-key": "february-2026" } });
  assert.equal(requests.length, 2);
});

test("waiting reports each step once, and ends with the report", async () => {
  const states = [
    ["queued", 0],
    ["processing", 0],
    ["processing", 40],
    ["processing", 40],
    ["processing", 80],
    ["ready", 100],
  ];
  const { client, id, requests } = await withReport({ states });
  const told = await all(client.waitForReport(id, { intervalMs: 5 }));
  assert.deepEqual(
    told.map(({ status, progress }) => [status, progress]),
    [
      ["queued", 0],
      ["processing", 0],
      ["processing", 40],
      ["processing", 80],
      ["ready", 100],
    ],
  );
  assert.deepEqual(told.at(-1), await client.report(id));
  assert.equal(requests.length, states.length + 1);
});

test("the status is not polled before Retry-After has passed", async () => {
  const { client, id, requests } = await withReport({
    states: [
      ["queued", 0],
      ["ready", 100],
    ],
    retryAfter: 1,
  });
  await all(client.waitForReport(id, { intervalMs: 5 }));
  assert.ok(requests[1].at - requests[0].at >= 990, `after ${requests[1].at - requests[0].at} ms`);
});

test("without Retry-After the status is polled every two seconds", async (t) => {
  const { client, id } = await withReport({
    states: [
      ["queued", 0],
      ["ready", 100],
    ],
  });
  const waits = [];
  const { setTimeout } = globalThis;
  t.mock.method(globalThis, "setTimeout", (run, wait) => {
    waits.push(wait);
    return setTimeout(run, wait === 2000 ? 0 : wait);
  });
  await all(client.waitForReport(id));
  assert.equal(waits.filter((wait) => wait === 2000).length, 1);
});

test("a failed report is an error with its reason", async () => {
  const error = { code: "too_large", message: "row_limit reached before the window ended.", retryable: false };
  const { client, id } = await withReport({
    states: [
      ["processing", 40],
      ["failed", 40],
    ],
    error,
  });
  const told = [];
  await assert.rejects(
    async () => {
      for await (const report of client.waitForReport(id, { intervalMs: 5 })) told.push(report.progress);
    },
    (thrown) =>
      thrown instanceof ReportError &&
      thrown.name === "ReportError" &&
      thrown.code === "too_large" &&
      thrown.message === error.message &&
      thrown.retryable === false &&
      thrown.report.id === id,
  );
  assert.deepEqual(told, [40]);
  // Reading the report returns the status and does not throw.
  assert.equal((await client.report(id)).status, "failed");
});

test("an expired report is an error too", async () => {
  const { client, id } = await withReport({ states: [["expired", 100]] });
  await assert.rejects(all(client.waitForReport(id)), {
    name: "ReportError",
    code: "expired",
    message: "the report is expired.",
  });
});

test("waiting ends when the caller aborts or its time limit has passed", async () => {
  const { client, id, requests } = await withReport({ states: [["queued", 0]] });
  const reason = new Error("no longer needed");
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 50);
  await assert.rejects(all(client.waitForReport(id, { signal: controller.signal })), (error) => error === reason);
  await assert.rejects(all(client.waitForReport(id, { timeoutMs: 50, signal: new AbortController().signal })), {
    name: "TimeoutError",
  });
  assert.equal(requests.length, 2);
  await assert.rejects(
    all(client.waitForReport(id, { signal: AbortSignal.abort(reason) })),
    (error) => error === reason,
  );
  assert.equal(requests.length, 2);
});

test("errors while waiting are thrown", async () => {
  const { client } = await connected();
  await assert.rejects(
    all(client.waitForReport("rpt_0000000000")),
    (error) => error instanceof ProblemError && error.problem.code === "not_found",
  );
  const server = await startServer({ body: { object: "account" } });
  servers.push(server);
  await assert.rejects(all(clientOf(server).waitForReport("rpt_0000000000")), {
    name: "DecodeError",
    path: "/status",
    got: "nothing",
  });
});

for (const [format, { type, content }] of Object.entries(FILES)) {
  test(`a ${format} is downloaded with its name, its type and its digest`, async () => {
    const { client, id, requests } = await withReport();
    const file = await client.downloadReport(id, { format });
    assert.deepEqual(
      [file.name, file.type, file.size],
      [`february-review_2026-02-01_2026-02-28.${format}`, type, content.length],
    );
    assert.equal(file.etag, `"${file.sha256}"`);
    assert.match(file.sha256, /^[\da-f]{64}$/);
    assert.deepEqual([file.response.status, file.response.attempts], [200, 1]);
    const blob = await file.blob();
    assert.deepEqual([blob.type, Buffer.from(await blob.arrayBuffer())], [type, content]);
    assert.equal(requests[0].url, `/v1/reports/${id}/download?format=${format}`);
    assert.deepEqual(Buffer.from(await (await client.downloadReport(id, { format })).arrayBuffer()), content);
    const pieces = [];
    for await (const piece of (await client.downloadReport(id, { format })).stream) pieces.push(piece);
    assert.deepEqual(Buffer.concat(pieces), content);
    // Files are not cached.
    assert.ok(requests.every(({ headers }) => headers["if-none-match"] === undefined));
  });
}

test("the edge chooses the default format; a byte order mark stays in the text", async () => {
  const { client, id, requests } = await withReport();
  assert.equal((await client.downloadReport(id)).type, "application/pdf");
  const text = await (await client.downloadReport(id, { format: "csv", bom: true })).text();
  assert.equal(text, `\ufeff${FILES.csv.content}`);
  assert.equal(
    await (await client.downloadReport(id, { format: "csv", bom: false })).text(),
    String(FILES.csv.content),
  );
  assert.deepEqual(
    requests.map(({ url }) => url.split("/download")[1]),
    ["", "?bom=1&format=csv", "?bom=0&format=csv"],
  );
});

/** Returns a client of a server that sends a file with headers of other bytes. */
async function clientOfDamagedFile(headers) {
  const server = await startServer({
    headers: { ...headersOf(FILES.csv.content, "text/csv", "a.csv"), "Content-Length": "3", ...headers },
    body: "abc",
  });
  servers.push(server);
  return clientOf(server);
}

test("a file that differs from its digest is an error if Web Crypto exists", async (t) => {
  const client = await clientOfDamagedFile({});
  const wrong = await client.downloadReport("rpt_0000000000");
  await assert.rejects(
    wrong.blob(),
    (error) =>
      error instanceof DecodeError &&
      error.expected === `a file whose SHA-256 is ${wrong.sha256}` &&
      /'ba7816bf/.test(error.got),
  );
  const untold = await (await clientOfDamagedFile({ "Repr-Digest": "sha-512=:AAAA:" })).downloadReport(
    "rpt_0000000000",
  );
  assert.deepEqual([untold.sha256, await untold.text()], [undefined, "abc"]);
  t.mock.getter(crypto, "subtle", () => undefined);
  assert.equal(await (await client.downloadReport("rpt_0000000000")).text(), "abc");
});

test("an unfinished file is a problem with the report's progress", async () => {
  const { client, id, requests } = await withReport({ states: [["processing", 40]] });
  await assert.rejects(
    client.downloadReport(id),
    (error) =>
      error instanceof ProblemError &&
      error.problem.code === "report_not_ready" &&
      error.problem.toJSON().report_status === "processing" &&
      error.response.retryAfter === 5000,
  );
  assert.equal(requests.length, 1);
});

test("a download is retried like any other GET, and follows no redirect", async () => {
  const server = await startServer(problem(503, "backend_unavailable"), {
    headers: { "Content-Type": "text/csv" },
    body: "abc",
  });
  servers.push(server);
  const again = await clientOf(server).downloadReport("rpt_0000000000");
  assert.deepEqual([again.response.attempts, again.name, await again.text()], [2, undefined, "abc"]);
  const elsewhere = await startServer({ status: 302, headers: { Location: "/elsewhere" } });
  servers.push(elsewhere);
  await assert.rejects(clientOf(elsewhere).downloadReport("rpt_0000000000"), {
    name: "ConnectionError",
    code: "redirected",
  });
});

test("a file may take longer than an attempt, and its caller may abort", async () => {
  const server = createServer(async (_, response) => {
    response.writeHead(200, { "Content-Type": "text/csv" });
    response.write("a");
    await passed(400);
    response.end("b");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({ stop: () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve))) });
  const client = clientOf({ url: `http://127.0.0.1:${server.address().port}` }, { timeout: 200 });
  assert.equal(await (await client.downloadReport("rpt_0000000000")).text(), "ab");
  const controller = new AbortController();
  const reason = new Error("no longer needed");
  const file = await client.downloadReport("rpt_0000000000", { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(file.text(), (error) => error === reason);
  const late = await startServer({ after: 2000 });
  servers.push(late);
  await assert.rejects(clientOf(late).downloadReport("rpt_0000000000", { timeout: 100 }), {
    name: "ConnectionError",
    code: "timeout",
  });
});
