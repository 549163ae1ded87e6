// Assigns the errors of a refused request to the fields of its form.
import { t } from "@lingui/core/macro";
import { ProblemError } from "overheard";
import { explain } from "overheard/forms";

export interface Refusals {
  /** Returns the error message of a field, including those of nested fields. */
  at: (name: string) => string | undefined;
  /** Error that belongs to no field and is shown above the form. */
  rest: unknown;
}

/**
 * Groups the errors of a refused request by field. `labels` names the fields; errors about other fields end up in
 * `rest`.
 */
export function refusalsOf(error: unknown, labels: Record<string, string>): Refusals {
  if (!(error instanceof ProblemError) || ![400, 422].includes(error.problem.status))
    return { at: () => undefined, rest: error };
  const explained = explain(error.problem, labels);
  const isOf = (name: string, path: string) =>
    path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
  const at = (name: string) =>
    explained
      .filter(({ path }) => isOf(name, path))
      .map(({ message, did_you_mean: name }) => (name ? t`${message} Did you mean ${name}?` : message))
      .join(" ") || undefined;
  const isKnown =
    explained.length > 0 && explained.every(({ path }) => Object.keys(labels).some((name) => isOf(name, path)));
  return { at, rest: isKnown ? undefined : error };
}
