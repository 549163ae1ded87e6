import type { CoMentions } from "../schemas.ts";
import type { Db } from "../types.ts";

const VALUES: Record<string, { column: string; dictionary?: string; label?: string; bridge?: string }> = {
  brand_name: { column: "m.brand_id", dictionary: "brands" },
  channel_name: { column: "m.channel_id", dictionary: "channels" },
  channel_uid: { column: "m.channel_id", dictionary: "channels", label: "uid" },
  components: { column: "x.component_id", dictionary: "components", bridge: "mention_components" },
  topics: { column: "x.topic_id", dictionary: "topics", bridge: "mention_topics" },
  category: { column: "m.category" },
  platform: { column: "m.platform" },
  sentiment: { column: "m.sentiment" },
};
const GROUPS: Record<string, { column: string; dictionary: string; label: string }> = {
  channel_name: { column: "m.channel_id", dictionary: "channels", label: "name" },
  channel_uid: { column: "m.channel_id", dictionary: "channels", label: "uid" },
  video_id: { column: "m.video_id", dictionary: "videos", label: "video_id" },
};

export async function coMentions(db: Db, body: CoMentions) {
  const v = VALUES[body.field]!,
    g = GROUPS[body.group_by]!;
  const list = "SELECT value FROM json_each(?)";
  const wanted = v.dictionary ? `SELECT id FROM ${v.dictionary} WHERE ${v.label ?? "name"} IN (${list})` : list;
  const tail = `GROUP BY key HAVING matched_values = ? ORDER BY total_mentions DESC, key LIMIT ?`;
  const params = [JSON.stringify(body.values), body.values.length, body.size];
  let sql: string;
  if (v.bridge) {
    // a mention may hold several of the values: count documents, not occurrences
    sql = `SELECT d.${g.label} AS key, COUNT(DISTINCT m.id) AS total_mentions, COUNT(DISTINCT ${v.column}) AS matched_values
FROM ${v.bridge} x JOIN mentions m ON m.id = x.mention_id JOIN ${g.dictionary} d ON d.id = ${g.column} WHERE ${v.column} IN (${wanted}) ${tail}`;
  } else {
    // channels are (uid, name) pairs: distinct values must be counted by what the pair is called
    const value = v.dictionary === "channels" ? `(SELECT ${v.label ?? "name"} FROM channels WHERE id = t.v)` : "t.v";
    sql = `SELECT d.${g.label} AS key, SUM(t.n) AS total_mentions, COUNT(DISTINCT ${value}) AS matched_values
FROM (SELECT ${g.column} AS k, ${v.column} AS v, COUNT(*) AS n FROM mentions m WHERE ${v.column} IN (${wanted}) GROUP BY 2, 1) t JOIN ${g.dictionary} d ON d.id = t.k ${tail}`;
  }
  return { results: await db.all<{ key: string; total_mentions: number; matched_values: number }>(sql, params) };
}
