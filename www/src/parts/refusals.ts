// What was refused about a form, by its fields.
import { ProblemError } from "overheard";
import { explain } from "overheard/forms";

export interface Refusals {
  /** What is wrong with a field, in words; the fields within it count as it. */
  at: (name: string) => string | undefined;
  /** What is said of no field: an error to show as it is. */
  rest: unknown;
}

/**
 * Tells what is wrong with which field. `labels` are what fields are called; those it does not name are said above the
 * form.
 */
export function refusalsOf(error: unknown, labels: Record<string, string>): Refusals {
  if (!(error instanceof ProblemError) || ![400, 422].includes(error.problem.status))
    return { at: () => undefined, rest: error };
  const said = explain(error.problem, labels);
  const isOf = (name: string, path: string) =>
    path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
  const at = (name: string) =>
    said
      .filter(({ path }) => isOf(name, path))
      .map(({ message, did_you_mean }) => (did_you_mean ? `${message} Did you mean ${did_you_mean}?` : message))
      .join(" ") || undefined;
  const isKnown = said.length > 0 && said.every(({ path }) => Object.keys(labels).some((name) => isOf(name, path)));
  return { at, rest: isKnown ? undefined : error };
}
