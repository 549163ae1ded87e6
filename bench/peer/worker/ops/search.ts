import { CATALOGUE, CREATOR, IDEAS, INFO } from "../catalogue.ts";
import { SCALE, where } from "../filters.ts";
import type { Creators, Search } from "../schemas.ts";
import { ftsQuery } from "../text.ts";
import type { Db } from "../types.ts";

const parse = (s: string | null) => (s === null ? null : JSON.parse(s));
const scaled = (x: number | null, field: string) => (x === null ? null : x / SCALE[field]!);

const PAGES = {
  [IDEAS]: {
    table: "mentions",
    fts: "mentions_fts",
    id: "mention_id",
    columns:
      "v.video_id, b.name AS brand_name, m.category, m.components, m.topics, m.platform, m.sentiment, m.sentiment_score, m.estimated_value_usd, c.name AS channel_name, c.uid AS channel_uid, m.upload_date, m.context",
    joins:
      "CROSS JOIN brands b ON b.id = m.brand_id CROSS JOIN channels c ON c.id = m.channel_id CROSS JOIN videos v ON v.id = m.video_id",
    row: (r: any) => ({
      ...r,
      components: parse(r.components),
      topics: parse(r.topics),
      sentiment_score: scaled(r.sentiment_score, "sentiment_score"),
      estimated_value_usd: scaled(r.estimated_value_usd, "estimated_value_usd"),
    }),
  },
  [INFO]: {
    table: "videos",
    fts: "videos_fts",
    id: "video_id",
    columns:
      "m.video_id, m.title, c.name AS channel_name, m.platform, m.category, m.tags, m.views, m.likes, m.comments, m.duration, m.upload_date",
    joins: "CROSS JOIN channels c ON c.id = m.channel_id",
    row: (r: any) => ({ ...r, tags: parse(r.tags) }),
  },
};

export async function search(db: Db, body: Search, size: number) {
  if (body.index === CREATOR) return { index: body.index, ...(await creators(db, body, size)) };
  const p = PAGES[body.index];
  const w = where(body.index, body.filters);
  const match = body.q === undefined ? null : ftsQuery(body.q);
  const from = match ? `${p.fts} f JOIN ${p.table} m ON m.id = f.rowid` : `${p.table} m`;
  const cond = match ? `${p.fts} MATCH ? AND ${w.sql}` : w.sql;
  const params = match ? [match, ...w.params] : w.params;
  const counted = match && w.sql === "TRUE" ? `${p.fts} f` : from;
  const by =
    match && !body.sort_field
      ? "f.rank"
      : `m.${body.sort_field ?? CATALOGUE[body.index].default_sort} ${body.sort_order} NULLS LAST`;
  const [count, rows] = (await db.batch<any>([
    db.prepare(`SELECT COUNT(*) AS n FROM ${counted} WHERE ${cond}`, params),
    // find the page first, then dress its rows
    db.prepare(
      `WITH page AS MATERIALIZED (SELECT m.id, ROW_NUMBER() OVER () AS pos FROM (SELECT m.id FROM ${from} WHERE ${cond} ORDER BY ${by}, m.${p.id} LIMIT ?) m)
SELECT ${p.columns} FROM page CROSS JOIN ${p.table} m ON m.id = page.id ${p.joins} ORDER BY page.pos`,
      [...params, size],
    ),
  ])) as [{ n: number }[], any[]];
  return { index: body.index, matched_documents: count[0]!.n, results: rows.map(p.row) };
}

/** One row per creator: the newest snapshot among those that match. */
export async function creators(db: Db, body: Pick<Creators, "filters" | "sort_field" | "sort_order">, size: number) {
  const w = where(CREATOR, body.filters);
  const sort = body.sort_field ?? CATALOGUE[CREATOR].default_sort;
  // SQLite gives the bare columns of the row that holds MAX(snapshot_date)
  const rows = await db.all<any>(
    `WITH newest AS MATERIALIZED (SELECT m.id, m.channel_uid, m.${sort} AS v, MAX(m.snapshot_date) AS d, COUNT(*) AS n FROM snapshots m WHERE ${w.sql} GROUP BY m.channel_uid),
page AS MATERIALIZED (SELECT id, v, channel_uid FROM newest ORDER BY v ${body.sort_order} NULLS LAST, channel_uid LIMIT ?)
SELECT t.creators, t.documents, m.* FROM (SELECT COUNT(*) AS creators, SUM(n) AS documents FROM newest) t LEFT JOIN page LEFT JOIN snapshots m ON m.id = page.id
ORDER BY page.v ${body.sort_order} NULLS LAST, page.channel_uid`,
    [...w.params, size],
  );
  return {
    matched_creators: rows[0]?.creators ?? 0,
    matched_documents: rows[0]?.documents ?? 0,
    results: rows
      .filter((r) => r.id !== null)
      .map((r) => ({
        channel_uid: r.channel_uid,
        platform: r.platform,
        country: r.country,
        categories: parse(r.categories),
        dominant_gender: r.dominant_gender,
        dominant_age_range: r.dominant_age_range,
        subscriber_count: r.subscriber_count,
        view_count: r.view_count,
        engagement_rate_viewers: r.engagement_rate_viewers,
        audience_sentiment: scaled(r.audience_sentiment, "audience_sentiment"),
        viewer_age_distribution: parse(r.viewer_age_distribution),
        viewer_gender_distribution: parse(r.viewer_gender_distribution),
        viewer_country_distribution: parse(r.viewer_country_distribution),
        snapshot_date: r.snapshot_date,
      })),
  };
}
