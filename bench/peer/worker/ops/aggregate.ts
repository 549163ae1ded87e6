import { CREATOR, IDEAS, INFO, type IndexName } from "../catalogue.ts";
import { SCALE, TABLE, round, where } from "../filters.ts";
import type { Aggregate } from "../schemas.ts";
import type { Db } from "../types.ts";

interface Dimension {
  column: string;
  dictionary?: string;
  label?: string;
  bridge?: string;
  bridgeKey?: string;
}
const DIMENSIONS: Record<IndexName, Record<string, Dimension>> = {
  [IDEAS]: {
    brand_name: { column: "m.brand_id", dictionary: "brands" },
    channel_name: { column: "m.channel_id", dictionary: "channels" },
    channel_uid: { column: "m.channel_id", dictionary: "channels", label: "uid" },
    video_id: { column: "m.video_id", dictionary: "videos", label: "video_id" },
    components: {
      column: "x.component_id",
      dictionary: "components",
      bridge: "mention_components",
      bridgeKey: "mention_id",
    },
  },
  [CREATOR]: {
    categories: {
      column: "x.category_id",
      dictionary: "categories",
      bridge: "snapshot_categories",
      bridgeKey: "snapshot_id",
    },
  },
  [INFO]: {
    channel_name: { column: "m.channel_id", dictionary: "channels" },
    tags: { column: "x.tag_id", dictionary: "tags", bridge: "video_tags", bridgeKey: "video_id" },
  },
};

interface Row {
  key: string;
  count: number;
  metric: number | null;
  matched: number;
  creators?: number;
}

export async function aggregate(db: Db, body: Aggregate) {
  const { index, size } = body;
  const type = body.metric?.type ?? "count";
  const field = type === "count" ? undefined : body.metric!.field!;
  const w = where(index, body.filters);
  const dim = DIMENSIONS[index][body.group_by] ?? { column: `m.${body.group_by}` };
  const creators = index === CREATOR;

  // inner: one row per stored key, from one index where it covers; outer: names, ranking
  const measure = {
    count: "",
    sum: `, SUM(m.${field}) AS s`,
    avg: `, SUM(m.${field}) AS s, COUNT(m.${field}) AS c`,
    min: `, MIN(m.${field}) AS s`,
    max: `, MAX(m.${field}) AS s`,
  }[type];
  const metric = {
    count: "NULL",
    sum: "SUM(g.s)",
    avg: `ROUND(CAST(SUM(g.s) AS REAL) / SUM(g.c) / ${SCALE[field ?? ""] ?? 1}, 6)`,
    min: "MIN(g.s)",
    max: "MAX(g.s)",
  }[type];
  const bare = dim.bridge && !field && !creators && w.sql === "TRUE"; // the bridge alone answers
  const from = bare
    ? `${dim.bridge} x`
    : dim.bridge
      ? `${TABLE[index]} m JOIN ${dim.bridge} x ON x.${dim.bridgeKey} = m.id`
      : `${TABLE[index]} m`;
  const label = dim.dictionary ? `d.${dim.label ?? "name"}` : "g.k";
  const sql = `WITH g AS MATERIALIZED (SELECT ${dim.column} AS k, COUNT(*) AS n${measure}${creators ? ", COUNT(DISTINCT m.channel_uid) AS u" : ""} FROM ${from} WHERE ${w.sql} GROUP BY 1)
SELECT ${label} AS key, SUM(g.n) AS count, ${metric} AS metric, (SELECT SUM(n) FROM g) AS matched${creators ? ", SUM(g.u) AS creators" : ""}
FROM g${dim.dictionary ? ` JOIN ${dim.dictionary} d ON d.id = g.k` : ""} WHERE g.k IS NOT NULL
GROUP BY 1 ORDER BY ${field ? `3 ${body.order} NULLS LAST` : `2 ${body.order}`}, 1 LIMIT ?`;
  const statements = [db.prepare(sql, [...w.params, size])];

  // documents without a key, or with several: count them apart
  const apart = dim.bridge || creators;
  if (apart)
    statements.push(
      db.prepare(
        `SELECT COUNT(*) AS n${creators ? ", COUNT(DISTINCT m.channel_uid) AS u" : ""} FROM ${TABLE[index]} m WHERE ${w.sql}`,
        w.params,
      ),
    );
  const [rows, total] = (await db.batch<any>(statements)) as [Row[], { n: number; u?: number }[]?];
  let matched = total?.[0]?.n ?? rows[0]?.matched;
  if (matched === undefined)
    matched = (await db.all<{ n: number }>(`SELECT COUNT(*) AS n FROM ${TABLE[index]} m WHERE ${w.sql}`, w.params))[0]!
      .n;

  const scale = type === "avg" ? 1 : (SCALE[field ?? ""] ?? 1);
  const digits = type === "sum" && field === "estimated_value_usd" ? 2 : 6;
  return {
    matched_documents: matched,
    ...(creators && { matched_creators: total![0]!.u! }),
    buckets: rows.map((r) => ({
      key: r.key,
      count: r.count,
      ...(creators && { creators: r.creators }),
      ...(field && {
        metric: r.metric === null ? null : round(r.metric / scale, digits),
        metric_type: `${type}:${field}`,
      }),
    })),
  };
}
