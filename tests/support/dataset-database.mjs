// The database of a generation of the dataset, in a local edge.

/** Numbers of generations in each database. */
const GENERATIONS = 1_000_000;

/** Returns the databases of generations by their bindings' numbers, DB last. */
export async function datasetDatabases({ mf }) {
  const names = ["DATA_0", "DATA_1", "DATA_2", "DB"];
  return Promise.all(names.map((name) => mf.getD1Database(name)));
}

/** Returns the database of a generation. */
export const databaseOf = ({ mf }, generation) =>
  mf.getD1Database(generation < GENERATIONS ? "DB" : `DATA_${Math.floor(generation / GENERATIONS) - 1}`);

/** Returns the number of the generation that is served. */
export const servedGeneration = async ({ mf }) =>
  (await mf.getD1Database("DB")).prepare("SELECT served FROM ring").first("served");

/** Returns the database of the generation that is served. */
export const servedDatabase = async (edge) => databaseOf(edge, await servedGeneration(edge));

/** Returns the generations that have rows in any database, in ascending order. */
export async function generationsWithRows(edge) {
  const found = new Set();
  for (const db of await datasetDatabases(edge)) {
    const { results } = await db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '*_[0-9]*'")
      .all();
    results.forEach(({ name }) => found.add(Number(name.split("_").at(-1))));
    for (const table of ["layout", "name", "term", "frequency"]) {
      const rows = await db.prepare(`SELECT DISTINCT generation FROM ${table}`).all();
      rows.results.forEach(({ generation }) => found.add(generation));
    }
  }
  return [...found].sort((one, next) => one - next);
}
