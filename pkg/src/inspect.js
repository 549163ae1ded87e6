// The console output of a problem: its members.
import { Problem } from "./problem.js";

Object.defineProperty(Problem.prototype, Symbol.for("nodejs.util.inspect.custom"), {
  value(_depth, options, inspect) {
    return `Problem ${inspect(this.toJSON(), options)}`;
  },
});
