export interface Env {
  DB: D1Database;
  KEYS: KVNamespace;
  RESULT_CACHE?: string; // "off" switches the per-isolate result cache off
  QUOTA?: string; // "off" switches the KV counters off (to measure what they cost)
}

export interface KeyRecord {
  id: string;
  account_id: string;
  scopes: string[];
  access_level: "aggregate" | "raw";
  status: "active" | "revoked" | "expired";
  expires_at: string | null;
}
export interface Plan {
  per_minute: number;
  per_month: number;
}
export interface Caller {
  key: KeyRecord;
  plan: Plan;
}

export type AppEnv = {
  Bindings: Env;
  Variables: {
    requestId: string;
    caller: Caller;
    db: Db;
    cost: number;
    cache: "hit" | "miss" | undefined;
    rate: Record<string, string>;
    charge: (() => void) | undefined;
  };
};

/** D1 with a running sum of rows read. */
export class Db {
  rowsRead = 0;
  constructor(private readonly d1: D1Database) {}

  prepare(sql: string, params: unknown[] = []): D1PreparedStatement {
    return this.d1.prepare(sql).bind(...params);
  }
  async all<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    const r = await this.prepare(sql, params).all<T>();
    this.rowsRead += r.meta.rows_read ?? 0;
    return r.results;
  }
  async batch<T = Record<string, unknown>>(statements: D1PreparedStatement[]): Promise<T[][]> {
    const rs = await this.d1.batch<T>(statements);
    for (const r of rs) this.rowsRead += r.meta.rows_read ?? 0;
    return rs.map((r) => r.results);
  }
}
