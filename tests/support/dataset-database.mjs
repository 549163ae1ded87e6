// The database of a generation of the dataset, in a local edge.

/** Numbers of generations in each database. */
const GENERATIONS = 1_000_000;

/** Returns the databases of generations by their bindings' numbers, DB last. */
export async function datasetDatabases({ mf }) {
  const databases = [];
  for (const name of ["DATA_0", "DATA_1", "DATA_2", "DB"]) databases.push(await mf.getD1Database(name));
  return databases;
}

/** Returns the database of a generation. */
export const databaseOf = ({ mf }, generation) =>
  mf.getD1Database(generation < GENERATIONS ? "DB" : `DATA_${Math.floor(generation / GENERATIONS) - 1}`);

/** Returns the number of the generation that is served. */
export const servedGeneration = async ({ mf }) =>
  (await mf.getD1Database("DB")).prepare("SELECT served FROM ring").first("served");

/** Returns the database of the generation that is served. */
export const servedDatabase = async (edge) => databaseOf(edge, await servedGeneration(edge));

/** Returns the position of a generation in the order in which generations began. */
export const positionOf = (generation) => generation % GENERATIONS;

const SHARED_TABLES = ["layout", "name", "term", "frequency"];
const GENERATIONS_IN = `
  SELECT DISTINCT CAST(substr(name, length(rtrim(name, '0123456789')) + 1) AS INTEGER) AS generation
  FROM sqlite_master WHERE type = 'table' AND name GLOB '*_[0-9]*'
  UNION ${SHARED_TABLES.map((table) => `SELECT generation FROM ${table}`).join(" UNION ")}`;

/** Returns the generations that have rows in any database, in ascending order. */
export async function generationsWithRows(edge) {
  const found = new Set();
  for (const db of await datasetDatabases(edge)) {
    const { results } = await db.prepare(GENERATIONS_IN).all();
    results.forEach(({ generation }) => found.add(generation));
  }
  return [...found].sort((one, next) => one - next);
}
