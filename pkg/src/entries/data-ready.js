// For runtimes that load the core from the package's own file: its size does not matter, so this is the full module.
export { DecodeError, Problem, ProblemError, check, decode, init, shape } from "overheard";
