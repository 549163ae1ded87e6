// How a problem prints on a console that asks for it: with what it says.
import { Problem } from "./problem.js";

Object.defineProperty(Problem.prototype, Symbol.for("nodejs.util.inspect.custom"), {
  value(_depth, options, inspect) {
    return `Problem ${inspect(this.toJSON(), options)}`;
  },
});
