import { LIMITS } from "../catalogue.ts";
import { round } from "../filters.ts";
import type { Sector } from "../schemas.ts";
import { tokens } from "../text.ts";
import type { Db } from "../types.ts";

interface Named {
  id: number;
  norm: string;
}
interface Row {
  month: string;
  topic: string | null;
  kind: number;
  a: number;
  b: number;
  c: number | null;
  d: number;
}
interface Month {
  videos: number;
  mentions: number;
  views: number;
  score: number;
  scored: number;
  topics: { topic: string; count: number }[];
}

function monthsBetween(from: string, to: string): string[] {
  const out: string[] = [];
  for (let y = +from.slice(0, 4), m = +from.slice(5, 7); ; m === 12 ? (y++, (m = 1)) : m++) {
    const month = `${String(y).padStart(4, "0")}-${String(m).padStart(2, "0")}`;
    if (month > to.slice(0, 7)) return out;
    out.push(month);
  }
}

export async function sector(db: Db, body: Sector) {
  const { from_date: from, to_date: to } = body;
  const brands = body.brands.map((b) => ({ ...b, terms: b.terms.map(tokens) }));

  // 1. which brands, topics and components do the terms mean?
  const words = [...new Set(brands.flatMap((b) => b.terms.flat()))];
  const whole = JSON.stringify([...new Set(brands.flatMap((b) => b.terms.map((t) => t.join(" "))))]);
  const [names, topics, components] = (await db.batch<any>([
    db.prepare(`SELECT b.id, b.norm FROM brands_fts f JOIN brands b ON b.id = f.rowid WHERE brands_fts MATCH ?`, [
      words.map((w) => `"${w}"`).join(" OR "),
    ]),
    db.prepare(`SELECT id, norm FROM topics WHERE norm IN (SELECT value FROM json_each(?))`, [whole]),
    db.prepare(`SELECT id, norm FROM components WHERE norm IN (SELECT value FROM json_each(?))`, [whole]),
  ])) as [Named[], Named[], Named[]];
  const brandMatches = (norm: string, terms: string[][], exact: boolean) => {
    const set = new Set(norm.split(" "));
    return terms.some((t) => (exact ? ` ${norm} `.includes(` ${t.join(" ")} `) : t.every((w) => set.has(w))));
  };
  const wordMatches = (norm: string, terms: string[][]) => terms.some((t) => t.join(" ") === norm);

  // 2. per brand one statement: months, views, topics
  const asked: number[] = [];
  const statements: D1PreparedStatement[] = [];
  brands.forEach((b, i) => {
    const arms: string[] = [],
      params: unknown[] = [];
    const context = b.must_context
      ?.map(
        (e) =>
          "(" +
          tokens(e)
            .map((w) => `"${w}"`)
            .join(" AND ") +
          ")",
      )
      .join(" OR ");
    const arm = (source: string, ids: number[]) => {
      if (!ids.length) return;
      arms.push(
        `SELECT m.id, m.upload_date, m.video_id, m.occurrences, m.sentiment_score FROM ${source} IN (SELECT value FROM json_each(?)) AND m.upload_date BETWEEN ? AND ?` +
          (context
            ? ` AND (m.id IN (SELECT rowid FROM mentions_fts WHERE mentions_fts MATCH ?) OR m.video_id IN (SELECT rowid FROM videos_fts WHERE videos_fts MATCH ?))`
            : ""),
      );
      params.push(
        JSON.stringify(ids),
        from,
        to,
        ...(context ? [`{context topics components} : (${context})`, `{title tags} : (${context})`] : []),
      );
    };
    arm(
      "mentions m WHERE m.brand_id",
      names.filter((n) => brandMatches(n.norm, b.terms, b.exact)).map((n) => n.id),
    );
    arm(
      "mention_topics x JOIN mentions m ON m.id = x.mention_id WHERE x.topic_id",
      topics.filter((n) => wordMatches(n.norm, b.terms)).map((n) => n.id),
    );
    arm(
      "mention_components x JOIN mentions m ON m.id = x.mention_id WHERE x.component_id",
      components.filter((n) => wordMatches(n.norm, b.terms)).map((n) => n.id),
    );
    if (!arms.length) return;
    asked.push(i);
    statements.push(
      db.prepare(
        `WITH hit AS MATERIALIZED (SELECT id, substr(upload_date, 1, 7) AS month, video_id, occurrences, sentiment_score FROM (${arms.join(" UNION ")}))
SELECT 1 AS kind, month, NULL AS topic, COUNT(DISTINCT video_id) AS a, SUM(occurrences) AS b, SUM(sentiment_score) AS c, COUNT(sentiment_score) AS d FROM hit GROUP BY month
UNION ALL
SELECT 2, u.month, NULL, SUM(COALESCE(v.views, 0)), 0, NULL, 0 FROM (SELECT DISTINCT month, video_id FROM hit) u CROSS JOIN videos v ON v.id = u.video_id GROUP BY u.month
UNION ALL
SELECT 3, month, name, n, 0, NULL, 0 FROM (SELECT g.month, t.name, g.n, ROW_NUMBER() OVER (PARTITION BY g.month ORDER BY g.n DESC, t.name) AS r
  FROM (SELECT h.month, x.topic_id, COUNT(*) AS n FROM hit h CROSS JOIN mention_topics x ON x.mention_id = h.id GROUP BY 1, 2) g CROSS JOIN topics t ON t.id = g.topic_id) WHERE r <= 5`,
        params,
      ),
    );
  });
  const found = statements.length ? await db.batch<Row>(statements) : [];

  // 3. months, shares, totals
  const months = monthsBetween(from, to);
  const table = brands.map(
    () =>
      new Map<string, Month>(
        months.map((m) => [m, { videos: 0, mentions: 0, views: 0, score: 0, scored: 0, topics: [] }]),
      ),
  );
  found.forEach((rows, k) => {
    for (const r of rows) {
      const m = table[asked[k]!]!.get(r.month)!;
      if (r.kind === 1) {
        m.videos = r.a;
        m.mentions = r.b;
        m.score = r.c ?? 0;
        m.scored = r.d;
      } else if (r.kind === 2) m.views = r.a;
      else m.topics.push({ topic: r.topic!, count: r.a });
    }
  });
  const sum = (month: string, what: "videos" | "views") => table.reduce((s, t) => s + t.get(month)![what], 0);
  const volume = new Map(months.map((m) => [m, sum(m, "videos")])),
    reach = new Map(months.map((m) => [m, sum(m, "views")]));
  const share = (part: number, total: number) => (total === 0 ? 0 : round((100 * part) / total, 2));

  return {
    brands: body.brands.map((b, i) => {
      const all = [...table[i]!.values()];
      const unique_videos = all.reduce((s, m) => s + m.videos, 0),
        views = all.reduce((s, m) => s + m.views, 0),
        scored = all.reduce((s, m) => s + m.scored, 0);
      const low = unique_videos < LIMITS.low_coverage;
      return {
        label: b.label,
        coverage: low ? "low" : "ok",
        low_confidence: low || scored < 5,
        totals: { unique_videos, views },
        series: months.map((month) => {
          const m = table[i]!.get(month)!;
          return {
            month,
            unique_videos: m.videos,
            mentions: m.mentions,
            views: m.views,
            sentiment: m.scored ? round(m.score / m.scored / 1e6, 3) : null,
            volume_sov: share(m.videos, volume.get(month)!),
            reach_sov: share(m.views, reach.get(month)!),
            top_topics: m.topics,
          };
        }),
      };
    }),
    meta: {
      from,
      to,
      caps: { max_brands: LIMITS.brands, video_cap: LIMITS.video_cap, low_coverage: LIMITS.low_coverage },
    },
  };
}
