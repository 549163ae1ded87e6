// Imports a dataset folder into a D1 database of Miniflare for the plain Worker.
// `node import.mjs --data DIR --state DIR`
import { createReadStream, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createHash, createHmac } from "node:crypto";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DatabaseSync } from "node:sqlite";
import { Miniflare } from "miniflare";
import { norm } from "./worker/text.ts";

const { values: args } = parseArgs({
  options: {
    data: { type: "string" },
    state: { type: "string", default: ".state" },
    "id-secret": { type: "string", default: "development" },
  },
});
if (!args.data) {
  console.error("usage: node import.mjs --data DIR [--state DIR]");
  process.exit(2);
}

const t0 = performance.now();
const since = () => `${((performance.now() - t0) / 1000).toFixed(1)} s`;

// 1. let Miniflare create the file, then write to it with SQLite itself (the import API is row by row)
rmSync(join(args.state, "d1"), { recursive: true, force: true });
mkdirSync(args.state, { recursive: true });
const mf = new Miniflare({
  modules: true,
  script: "export default {}",
  d1Databases: { DB: "peer" },
  d1Persist: join(args.state, "d1"),
  compatibilityDate: "2026-04-01",
  cf: false,
});
await (await mf.getD1Database("DB")).exec("SELECT 1");
await mf.dispose();
const dir = join(args.state, "d1", "miniflare-D1DatabaseObject");
const file = readdirSync(dir).filter((f) => f.endsWith(".sqlite") && f !== "metadata.sqlite");
if (file.length !== 1) throw new Error(`expected one database in ${dir}, found ${file.length}`);
const db = new DatabaseSync(join(dir, file[0]));
db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA cache_size=-400000; PRAGMA temp_store=MEMORY");

const [tables, indexes] = readFileSync(new URL("schema.sql", import.meta.url), "utf8").split("-- @indexes");
db.exec(tables);
db.exec("BEGIN");

// 2. documents
const hash = createHash("sha256");
async function* documents(index) {
  const plain = join(args.data, `${index}.ndjson`);
  const input = existsSync(plain) ? createReadStream(plain) : createReadStream(`${plain}.gz`).pipe(createGunzip());
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (!line) continue;
    hash.update(line);
    yield JSON.parse(line);
  }
}
const uidCache = new Map();
function publicUid(uid) {
  let v = uidCache.get(uid);
  if (!v) {
    const A = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    v =
      "inf_" +
      [...createHmac("sha256", args["id-secret"]).update(uid).digest().subarray(0, 16)].map((b) => A[b & 31]).join("");
    uidCache.set(uid, v);
  }
  return v;
}
function dictionary(table, normalised) {
  const ids = new Map();
  const stmt = db.prepare(
    normalised
      ? `INSERT INTO ${table} (id, name, norm) VALUES (?, ?, ?)`
      : `INSERT INTO ${table} (id, name) VALUES (?, ?)`,
  );
  return (name) => {
    let id = ids.get(name);
    if (id === undefined) {
      ids.set(name, (id = ids.size + 1));
      normalised ? stmt.run(id, name, norm(name)) : stmt.run(id, name);
    }
    return id;
  };
}
const brand = dictionary("brands", true),
  component = dictionary("components", true),
  topic = dictionary("topics", true);
const tag = dictionary("tags"),
  category = dictionary("categories");
const channelIds = new Map();
const insChannel = db.prepare("INSERT INTO channels (id, uid, name) VALUES (?, ?, ?)");
function channel(uid, name) {
  const k = `${uid}\0${name}`;
  let id = channelIds.get(k);
  if (id === undefined) {
    channelIds.set(k, (id = channelIds.size + 1));
    insChannel.run(id, publicUid(uid), name);
  }
  return id;
}
const n = (x) => x ?? null;
const micro = (x) => (x == null ? null : Math.round(x * 1e6));
const list = (x) => [...new Set(x ?? [])];
const dist = (x) => (x == null ? null : JSON.stringify(x));

const videos = new Map(); // video_id -> [id, channel_id, platform, upload_date]
let count = 0,
  refused = 0;
const insVideo = db.prepare(
  "INSERT INTO videos (id, video_id, channel_id, platform, category, upload_date, views, likes, comments, duration, title, description, tags, language, region) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
);
const insVideoTag = db.prepare("INSERT INTO video_tags (video_id, tag_id) VALUES (?, ?)");
const insVideoFts = db.prepare("INSERT INTO videos_fts (rowid, title, description, tags) VALUES (?, ?, ?, ?)");
for await (const d of documents("siv_info")) {
  if (!d.video_id || !d.platform || !d.upload_date || videos.has(d.video_id)) {
    refused++;
    continue;
  }
  const id = videos.size + 1,
    ch = channel(d.channel_uid ?? `${d.platform}:${d.channel_name}`, d.channel_name ?? ""),
    tags = list(d.tags);
  videos.set(d.video_id, [id, ch, d.platform, d.upload_date]);
  insVideo.run(
    id,
    d.video_id,
    ch,
    d.platform,
    n(d.category),
    d.upload_date,
    n(d.views),
    n(d.likes),
    n(d.comments),
    n(d.duration),
    n(d.title),
    n(d.description),
    JSON.stringify(tags),
    n(d.language),
    n(d.region),
  );
  for (const t of tags) insVideoTag.run(id, tag(t));
  insVideoFts.run(id, norm(d.title ?? ""), norm(d.description ?? ""), norm(tags.join(" ")));
  if (++count % 200000 === 0) console.error(`  ${count} videos, ${since()}`);
}
console.error(`siv_info ${count} (refused ${refused}), ${since()}`);

count = refused = 0;
const insMention = db.prepare(
  "INSERT INTO mentions (id, mention_id, video_id, brand_id, channel_id, platform, category, upload_date, sentiment, sentiment_score, estimated_value_usd, occurrences, components, topics, context, language, region, indexed_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
);
const insMC = db.prepare("INSERT INTO mention_components (mention_id, component_id) VALUES (?, ?)");
const insMT = db.prepare("INSERT INTO mention_topics (mention_id, topic_id) VALUES (?, ?)");
const insMFts = db.prepare(
  "INSERT INTO mentions_fts (rowid, context, topics, brand_name, components) VALUES (?, ?, ?, ?, ?)",
);
const now = new Date().toISOString().replace(/\.\d+/, "");
for await (const d of documents("siv_business_ideas")) {
  const v = videos.get(d.video_id);
  if (!v || !d.mention_id || !d.brand_name) {
    refused++;
    continue;
  }
  const id = ++count,
    cs = list(d.components),
    ts = list(d.topics);
  insMention.run(
    id,
    d.mention_id,
    v[0],
    brand(d.brand_name),
    v[1],
    v[2],
    n(d.category),
    v[3],
    n(d.sentiment),
    micro(d.sentiment_score),
    d.estimated_value_usd == null ? null : Math.round(d.estimated_value_usd * 100),
    d.occurrences ?? 1,
    JSON.stringify(cs),
    JSON.stringify(ts),
    n(d.context),
    n(d.language),
    n(d.region),
    d.indexed_at ?? now,
  );
  for (const c of cs) insMC.run(id, component(c));
  for (const t of ts) insMT.run(id, topic(t));
  insMFts.run(id, norm(d.context ?? ""), norm(ts.join(" ")), norm(d.brand_name), norm(cs.join(" ")));
  if (count % 200000 === 0) console.error(`  ${count} mentions, ${since()}`);
}
console.error(`siv_business_ideas ${count} (refused ${refused}), ${since()}`);

count = refused = 0;
const insSnap = db.prepare(
  "INSERT OR REPLACE INTO snapshots (id, channel_uid, snapshot_date, platform, country, dominant_gender, dominant_age_range, subscriber_count, view_count, engagement_rate_viewers, audience_sentiment, categories, viewer_age_distribution, viewer_gender_distribution, viewer_country_distribution) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
);
const insSC = db.prepare("INSERT INTO snapshot_categories (snapshot_id, category_id) VALUES (?, ?)");
for await (const d of documents("siv_content_creator")) {
  const uid = d.channel_uid ?? d.creator_id;
  if (!uid || !d.snapshot_date || !d.platform) {
    refused++;
    continue;
  }
  const id = ++count,
    cs = list(d.categories);
  const shown = d.viewer_sample_size == null || d.viewer_sample_size >= 100;
  insSnap.run(
    id,
    publicUid(uid),
    d.snapshot_date,
    d.platform,
    d.country ?? d.dominant_country ?? null,
    n(d.dominant_gender),
    n(d.dominant_age_range),
    n(d.subscriber_count),
    n(d.view_count),
    n(d.engagement_rate_viewers),
    micro(d.audience_sentiment),
    JSON.stringify(cs),
    shown ? dist(d.viewer_age_distribution) : null,
    shown ? dist(d.viewer_gender_distribution) : null,
    shown ? dist(d.viewer_country_distribution) : null,
  );
  for (const c of cs) insSC.run(id, category(c));
}
console.error(`siv_content_creator ${count} (refused ${refused}), ${since()}`);

// 3. indexes and statistics after the load
db.exec("INSERT INTO brands_fts (rowid, norm) SELECT id, norm FROM brands");
db.prepare("INSERT INTO meta VALUES ('dataset_version', ?)").run(`ds_${hash.digest("hex").slice(0, 8)}`);
db.exec("COMMIT");
for (const t of ["mentions_fts", "videos_fts", "brands_fts"]) db.exec(`INSERT INTO ${t} (${t}) VALUES ('optimize')`);
db.exec(`-- ${indexes}`);
console.error(`indexes, ${since()}`);
db.exec("ANALYZE");
db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
const bytes = db.prepare("SELECT page_count * page_size AS b FROM pragma_page_count(), pragma_page_size()").get().b;
db.close();
console.log(`imported in ${since()}, database ${(bytes / 1e6).toFixed(1)} MB`);
