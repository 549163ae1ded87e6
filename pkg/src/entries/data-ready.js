// Where the core is loaded from the package's own file, its size does not matter: the questions of the full entry.
export { DecodeError, Problem, ProblemError, check, decode, init, shape } from "overheard";
