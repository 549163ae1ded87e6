// Installs ClickHouse for tests and for trying it out: chdb-core in a Python environment of its own,
// `.tools/python-clickhouse`. Usage: node scripts/clickhouse/install.mjs
import { inRoot } from "../project.mjs";
import { setupPython } from "../setup.mjs";
import { main } from "../step.mjs";

/** Returns the Python with ClickHouse, which it installs if it is not there. */
export const setupClickHouse = () => setupPython(inRoot("tests", "clickhouse", "requirements.txt"));

await main(import.meta.url, setupClickHouse);
