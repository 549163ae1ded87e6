// Runs statements on a D1 database: one call from the module, one result.

const encoder = new TextEncoder();

/**
 * Runs statements as one batch. `statements` is JSON: a list of `[text, values]`. Returns JSON as bytes, for each
 * statement `[rows read, rows written, columns, rows]`. A row is the list of its values.
 */
export async function runBatch(database, statements) {
  const prepared = JSON.parse(statements).map(([sql, values]) => database.prepare(sql).bind(...values));
  const results = await database.batch(prepared);
  return encoder.encode(JSON.stringify(results.map(packResult)));
}

function packResult({ meta, results }) {
  const columns = results.length > 0 ? Object.keys(results[0]) : [];
  return [meta?.rows_read ?? 0, meta?.rows_written ?? 0, columns, results.map(Object.values)];
}
