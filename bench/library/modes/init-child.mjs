// A process that has seen nothing before: prints the milliseconds of the import of a module, its init and its first
// verdict.
const [module, first] = process.argv.slice(2);
const { operation, body } = JSON.parse(first);
const began = performance.now();
const { init, check } = await import(module);
const imported = performance.now();
await init?.();
const initialised = performance.now();
const verdict = check(operation, body);
const checked = performance.now();
if (verdict !== null) throw new Error(`the first check refuses: ${verdict}`);
process.stdout.write(JSON.stringify([imported - began, initialised - imported, checked - initialised]));
