import { CREATOR, IDEAS, INFO, type IndexName } from "./catalogue.ts";

export interface Where {
  sql: string;
  params: unknown[];
}
type Value = string | number | string[] | { gte?: string | number; lte?: string | number };

/** SQL conditions of term filters on the fact table. `?` stands for one value or a JSON list. */
const TERMS: Record<IndexName, Record<string, (pick: (column: string) => string) => string>> = {
  [IDEAS]: {
    brand_name: (p) => `m.brand_id IN (SELECT id FROM brands WHERE ${p("name")})`,
    channel_name: (p) => `m.channel_id IN (SELECT id FROM channels WHERE ${p("name")})`,
    channel_uid: (p) => `m.channel_id IN (SELECT id FROM channels WHERE ${p("uid")})`,
    components: (p) =>
      `m.id IN (SELECT mention_id FROM mention_components WHERE component_id IN (SELECT id FROM components WHERE ${p("name")}))`,
    topics: (p) =>
      `m.id IN (SELECT mention_id FROM mention_topics WHERE topic_id IN (SELECT id FROM topics WHERE ${p("name")}))`,
  },
  [CREATOR]: {
    categories: (p) =>
      `m.id IN (SELECT snapshot_id FROM snapshot_categories WHERE category_id IN (SELECT id FROM categories WHERE ${p("name")}))`,
  },
  [INFO]: {
    channel_name: (p) => `m.channel_id IN (SELECT id FROM channels WHERE ${p("name")})`,
    tags: (p) => `m.id IN (SELECT video_id FROM video_tags WHERE tag_id IN (SELECT id FROM tags WHERE ${p("name")}))`,
  },
};

/** Filters of a checked request -> condition over the fact table `m`. */
export function where(index: IndexName, filters: Record<string, unknown> | undefined): Where {
  const sql: string[] = [],
    params: unknown[] = [];
  for (let [field, value] of Object.entries(filters ?? {}) as [string, Value | undefined][]) {
    if (value === undefined) continue;
    if (field === "dominant_country") field = "country";
    if (typeof value === "object" && !Array.isArray(value)) {
      if (value.gte !== undefined) {
        sql.push(`m.${field} >= ?`);
        params.push(value.gte);
      }
      if (value.lte !== undefined) {
        sql.push(`m.${field} <= ?`);
        params.push(value.lte);
      }
      continue;
    }
    const many = Array.isArray(value) && value.length > 1;
    const pick = (column: string) => (many ? `${column} IN (SELECT value FROM json_each(?))` : `${column} = ?`);
    sql.push(TERMS[index][field]?.(pick) ?? pick(`m.${field}`));
    params.push(many ? JSON.stringify(value) : Array.isArray(value) ? value[0] : value);
  }
  return { sql: sql.length ? sql.join(" AND ") : "TRUE", params };
}

export const TABLE: Record<IndexName, string> = { [IDEAS]: "mentions", [CREATOR]: "snapshots", [INFO]: "videos" };

/** Stored integers: sentiments in 1e-6, money in cents. */
export const SCALE: Record<string, number> = {
  sentiment_score: 1e6,
  audience_sentiment: 1e6,
  estimated_value_usd: 100,
};

/** Half away from zero; never -0. */
export function round(x: number, digits: number): number {
  const p = 10 ** digits,
    r = Math.round(Math.abs(x) * p) / p;
  return x < 0 && r !== 0 ? -r : r;
}
