// What a dataset occupies in the database, by table. An index counts with its table.
import { DatabaseSync } from "node:sqlite";

/** Bytes of a SQLite file: of all of it, and of each table, the largest first. Generations do not show in the names. */
export function storageOf(file) {
  const database = new DatabaseSync(file);
  try {
    const bytes = database
      .prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
      .get().bytes;
    const tables = database
      .prepare(
        `SELECT rtrim(rtrim(coalesce(s.tbl_name, d.name), '0123456789'), '_') AS name, sum(d.pgsize) AS bytes
         FROM dbstat AS d LEFT JOIN sqlite_schema AS s ON s.name = d.name
         WHERE d.aggregate = TRUE GROUP BY 1 ORDER BY 2 DESC`,
      )
      .all();
    return { bytes, tables: tables.map(({ name, bytes }) => ({ name, bytes })) };
  } finally {
    database.close();
  }
}
