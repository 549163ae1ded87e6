// Realistic random requests of the Data API, drawn from a dataset folder. Deterministic for a seed.
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { join } from "node:path";

export const OPERATIONS = ["aggregate", "search", "creators", "co-mentions", "sector", "schema"];
export const MIX = { aggregate: 40, search: 20, creators: 10, "co-mentions": 15, sector: 10, schema: 5 };

export async function* documents(folder, index) {
  const plain = join(folder, `${index}.ndjson`);
  const input = existsSync(plain) ? createReadStream(plain) : createReadStream(`${plain}.gz`).pipe(createGunzip());
  for await (const line of createInterface({ input, crlfDelay: Infinity })) if (line) yield JSON.parse(line);
}

export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Values weighted by how often they occur. */
class Weighted {
  counts = new Map();
  add(v) {
    if (v != null && v !== "") this.counts.set(v, (this.counts.get(v) ?? 0) + 1);
  }
  seal() {
    this.values = [...this.counts.keys()];
    let sum = 0;
    this.cumulative = Float64Array.from(this.counts.values(), (n) => (sum += n));
    this.total = sum;
    delete this.counts;
    return this;
  }
  draw(rnd) {
    const x = rnd() * this.total;
    let lo = 0,
      hi = this.cumulative.length - 1;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      this.cumulative[mid] > x ? (hi = mid) : (lo = mid + 1);
    }
    return this.values[lo];
  }
}

/** Returns the values of a dataset from which requests are drawn. */
export async function vocabulary(folder) {
  const W = () => new Weighted();
  const v = {
    brand: W(),
    category: W(),
    channel: W(),
    component: W(),
    topic: W(),
    platform: W(),
    date: W(),
    sentiment: W(),
    infoCategory: W(),
    infoChannel: W(),
    infoDate: W(),
    tag: W(),
    country: W(),
    niche: W(),
    brandsOf: new Map(),
    together: [],
    titles: [],
    subscribers: [],
    engagement: [],
  };
  let n = 0;
  const perVideo = new Map(); // brands named in one video, for co-mentions that exist
  for await (const d of documents(folder, "siv_business_ideas")) {
    v.brand.add(d.brand_name);
    v.category.add(d.category);
    v.channel.add(d.channel_name);
    v.platform.add(d.platform);
    v.date.add(d.upload_date);
    v.sentiment.add(d.sentiment);
    for (const x of d.components ?? []) v.component.add(x);
    for (const x of d.topics ?? []) v.topic.add(x);
    let of = v.brandsOf.get(d.category);
    if (!of) v.brandsOf.set(d.category, (of = W()));
    of.add(d.brand_name);
    if (perVideo.size < 200000 || perVideo.has(d.video_id)) {
      const set = perVideo.get(d.video_id);
      set ? set.add(d.brand_name) : perVideo.set(d.video_id, new Set([d.brand_name]));
    }
  }
  for (const set of perVideo.values()) if (set.size > 1 && v.together.length < 50000) v.together.push([...set]);
  for await (const d of documents(folder, "siv_info")) {
    v.infoCategory.add(d.category);
    v.infoChannel.add(d.channel_name);
    v.infoDate.add(d.upload_date);
    for (const x of d.tags ?? []) v.tag.add(x);
    if (d.title && n++ % 7 === 0 && v.titles.length < 20000) v.titles.push(d.title);
  }
  for await (const d of documents(folder, "siv_content_creator")) {
    v.country.add(d.country);
    for (const x of d.categories ?? []) v.niche.add(x);
    if (d.subscriber_count != null && v.subscribers.length < 20000) v.subscribers.push(d.subscriber_count);
    if (d.engagement_rate_viewers != null && v.engagement.length < 20000) v.engagement.push(d.engagement_rate_viewers);
  }
  for (const of of v.brandsOf.values()) of.seal();
  for (const x of Object.values(v)) if (x instanceof Weighted) x.seal();
  return v;
}

const DAY = 86400000;
const iso = (ms) => new Date(ms).toISOString().slice(0, 10);

export class Requests {
  constructor(vocab, seed, mix = MIX) {
    this.v = vocab;
    this.rnd = random(seed);
    this.mix = Object.entries(mix);
    this.total = this.mix.reduce((s, [, w]) => s + w, 0);
  }
  chance(p) {
    return this.rnd() < p;
  }
  int(lo, hi) {
    return lo + Math.floor(this.rnd() * (hi - lo + 1));
  }
  of(list) {
    return list[Math.floor(this.rnd() * list.length)];
  }
  weighted(pairs) {
    let x = this.rnd() * pairs.reduce((s, p) => s + p[1], 0);
    for (const [v, w] of pairs) if ((x -= w) < 0) return v;
    return pairs[0][0];
  }
  draw(w) {
    return w.draw(this.rnd);
  }
  window(w) {
    const end = Date.parse(this.draw(w)) + this.int(0, 20) * DAY;
    return { gte: iso(end - this.int(20, 730) * DAY), lte: iso(end) };
  }
  quantile(list) {
    return list.length ? this.of(list) : 0;
  }

  filters(index) {
    const v = this.v,
      out = {};
    const options = {
      siv_business_ideas: [
        ["category", 28],
        ["upload_date", 36],
        ["brand_name", 16],
        ["channel_name", 8],
        ["platform", 8],
        ["components", 7],
        ["topics", 7],
        ["sentiment", 5],
      ],
      siv_info: [
        ["category", 25],
        ["upload_date", 35],
        ["platform", 15],
        ["channel_name", 12],
        ["tags", 13],
      ],
      siv_content_creator: [
        ["country", 25],
        ["categories", 35],
        ["platform", 15],
        ["subscriber_count", 25],
        ["engagement_rate_viewers", 10],
      ],
    }[index];
    const n = this.weighted([
      [0, 8],
      [1, 52],
      [2, 40],
    ]);
    for (let i = 0; i < n; i++) {
      const f = this.weighted(options);
      if (index === "siv_business_ideas")
        out[f] =
          f === "upload_date"
            ? this.window(v.date)
            : this.draw(
                {
                  category: v.category,
                  brand_name: v.brand,
                  channel_name: v.channel,
                  platform: v.platform,
                  components: v.component,
                  topics: v.topic,
                  sentiment: v.sentiment,
                }[f],
              );
      else if (index === "siv_info")
        out[f] =
          f === "upload_date"
            ? this.window(v.infoDate)
            : this.draw(
                { category: v.infoCategory, platform: v.platform, channel_name: v.infoChannel, tags: v.tag }[f],
              );
      else if (f === "subscriber_count" || f === "engagement_rate_viewers") {
        const s = f === "subscriber_count" ? v.subscribers : v.engagement;
        const [a, b] = [this.quantile(s), this.quantile(s)].sort((x, y) => x - y);
        out[f] = this.chance(0.5) ? { gte: a } : { gte: a, lte: b };
      } else out[f] = this.draw({ country: v.country, categories: v.niche, platform: v.platform }[f]);
      if (out[f] === undefined) delete out[f];
    }
    return out;
  }
  size(max) {
    return this.weighted([
      [10, 45],
      [20, 15],
      [5, 15],
      [this.int(1, max), 25],
    ]);
  }

  aggregate() {
    const index = this.weighted([
      ["siv_business_ideas", 60],
      ["siv_info", 25],
      ["siv_content_creator", 15],
    ]);
    const group = {
      siv_business_ideas: [
        ["brand_name", 35],
        ["channel_name", 20],
        ["category", 15],
        ["components", 10],
        ["sentiment", 8],
        ["platform", 4],
        ["video_id", 8],
      ],
      siv_info: [
        ["channel_name", 35],
        ["category", 25],
        ["tags", 25],
        ["platform", 15],
      ],
      siv_content_creator: [
        ["country", 40],
        ["categories", 40],
        ["platform", 20],
      ],
    }[index];
    const metric = {
      siv_business_ideas: [["sentiment_score", 1]],
      siv_info: [
        ["views", 60],
        ["likes", 20],
        ["comments", 10],
        ["duration", 10],
      ],
      siv_content_creator: [
        ["subscriber_count", 40],
        ["engagement_rate_viewers", 40],
        ["view_count", 15],
        ["audience_sentiment", 5],
      ],
    }[index];
    const body = { index, group_by: this.weighted(group), filters: this.filters(index), size: this.size(50) };
    const type = this.weighted([
      ["count", 40],
      ["avg", 35],
      ["sum", 12],
      ["max", 8],
      ["min", 5],
    ]);
    if (type !== "count") body.metric = { type, field: this.weighted(metric) };
    if (this.chance(0.15)) body.order = "asc";
    return body;
  }
  search() {
    const index = this.weighted([
      ["siv_business_ideas", 50],
      ["siv_info", 40],
      ["siv_content_creator", 10],
    ]);
    const body = { index, filters: this.filters(index), size: Math.min(10, this.size(10)) };
    if (index !== "siv_content_creator" && this.chance(0.5)) {
      const words =
        index === "siv_info"
          ? (this.of(this.v.titles).match(/[\p{L}\p{N}]{3,}/gu) ?? [])
          : ([this.draw(this.v.brand), this.draw(this.v.topic) ?? ""].join(" ").match(/[\p{L}\p{N}]+/gu) ?? []);
      if (words.length) {
        const at = this.int(0, words.length - 1),
          k = this.int(1, 2);
        const picked = words.slice(at, at + k).join(" ");
        body.q = (k > 1 && this.chance(0.15) ? `"${picked}"` : picked).slice(0, 200);
      }
    }
    if (this.chance(0.5))
      body.sort_field = {
        siv_business_ideas: this.of(["upload_date", "sentiment_score"]),
        siv_info: this.of(["upload_date", "views", "likes"]),
        siv_content_creator: this.of(["subscriber_count", "engagement_rate_viewers"]),
      }[index];
    if (this.chance(0.2)) body.sort_order = "asc";
    return body;
  }
  creators() {
    const body = { filters: this.filters("siv_content_creator"), size: Math.min(10, this.size(10)) };
    if (this.chance(0.5)) body.sort_field = this.of(["subscriber_count", "engagement_rate_viewers", "view_count"]);
    if (this.chance(0.15)) body.sort_order = "asc";
    return body;
  }
  "co-mentions"() {
    const field = this.weighted([
      ["brand_name", 80],
      ["topics", 12],
      ["components", 8],
    ]);
    const k = this.weighted([
      [2, 70],
      [3, 22],
      [4, 8],
    ]);
    const values = new Set();
    if (field === "brand_name" && this.chance(0.7) && this.v.together.length) {
      const set = this.of(this.v.together);
      for (let i = 0; i < 12 && values.size < k; i++) values.add(this.of(set));
    }
    const w = { brand_name: this.v.brand, topics: this.v.topic, components: this.v.component }[field];
    while (values.size < k) values.add(this.draw(w));
    const body = {
      values: [...values],
      group_by: this.weighted([
        ["channel_name", 50],
        ["video_id", 40],
        ["channel_uid", 10],
      ]),
      size: this.size(50),
    };
    if (field !== "brand_name") body.field = field;
    return body;
  }
  sector() {
    const n = this.int(3, 10),
      months = this.int(3, 24),
      labels = new Set();
    const set = this.chance(0.7) ? this.v.brandsOf.get(this.draw(this.v.category)) : this.v.brand;
    for (let i = 0; i < 60 && labels.size < n; i++) labels.add(this.draw(i < 30 ? set : this.v.brand));
    const end = new Date(this.draw(this.v.date)),
      last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0));
    const first = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - months + 1, 1));
    const brands = [...labels]
      .filter((l) => /[\p{L}\p{N}]/u.test(l))
      .map((label) => {
        const b = { label, terms: [label.toLowerCase()] };
        if (this.chance(0.15)) {
          const t = this.draw(this.v.topic);
          if (/[\p{L}\p{N}]/u.test(t)) b.terms.push(t);
        }
        if (this.chance(0.1)) {
          const c = this.draw(this.v.component);
          if (/[\p{L}\p{N}]/u.test(c)) b.must_context = [c];
        }
        if (this.chance(0.4)) b.exact = true;
        return b;
      });
    return { brands, from_date: iso(+first), to_date: iso(+last) };
  }

  operation() {
    let x = this.rnd() * this.total;
    for (const [op, weight] of this.mix) if ((x -= weight) < 0) return op;
    return this.mix[0][0];
  }
  /** -> {op, body}; body is null for GET. */
  next(op = this.operation()) {
    return { op, body: op === "schema" ? null : JSON.stringify(this[op]()) };
  }
}

/** Never the same body twice, nor one that is in `seen` (schema has no body and repeats). The mix stays. */
export function* distinct(requests, seen = new Set()) {
  for (;;) {
    let r = requests.next();
    for (let tries = 0; r.body !== null && seen.has(r.op + r.body); r = requests.next(r.op))
      if (++tries > 10000) throw new Error(`the dataset is too small for so many distinct requests of ${r.op}`);
    if (r.body !== null) seen.add(r.op + r.body);
    yield r;
  }
}

/**
 * Repeats as dashboards make them: per operation a pool of requests (its share of the mix of `pool`), from which rank r
 * is drawn with weight 1 / r^s. The mix stays.
 */
export function* zipf(requests, pool, s, rnd) {
  const pools = requests.mix.map(([op, weight]) => ({
    op,
    weight,
    size: op === "schema" ? 1 : Math.max(1, Math.round((pool * weight) / requests.total)),
    all: [],
  }));
  const byOp = new Map(pools.map((p) => [p.op, p]));
  const unique = distinct(requests);
  while (pools.some((p) => p.all.length < p.size)) {
    const r = unique.next().value,
      p = byOp.get(r.op);
    if (p.all.length < p.size) p.all.push(r);
  }
  for (const p of pools) {
    let sum = 0;
    p.cumulative = Float64Array.from(p.all, (_, i) => (sum += 1 / (i + 1) ** s));
  }
  for (;;) {
    let x = rnd() * requests.total,
      p = pools[0];
    for (const q of pools)
      if ((x -= q.weight) < 0) {
        p = q;
        break;
      }
    const y = rnd() * p.cumulative.at(-1);
    let lo = 0,
      hi = p.all.length - 1;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      p.cumulative[mid] > y ? (hi = mid) : (lo = mid + 1);
    }
    yield p.all[lo];
  }
}
