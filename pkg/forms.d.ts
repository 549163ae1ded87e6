// Problems as messages for people who fill in a form. Needs no module and works with every other entry.
import type { Problem, ProblemDocument, Violation } from "./types/problem.js";

/**
 * Labels of members, by the path that messages use: `brand`, `filters.brand_name`. A member without a label uses that
 * of its parent: after `brands[0].terms[1]` come `brands.terms` and `brands`. A function is called with each path in
 * turn until it returns a label.
 */
export type Labels = Readonly<Record<string, string>> | ((path: string) => string | undefined);

/** Labels of values. A function also receives the path of the member, or `index`. */
export type ValueLabels =
  | Readonly<Record<string, string>>
  | ((value: string | number, path: string) => string | undefined);

/** A violation, worded for the person who filled in the form. */
export interface Explanation extends Pick<Violation, "code" | "param"> {
  /** The member's path, as labels use it: `filters.brand_name`, `brands[0].terms`. Empty for the whole request. */
  path: string;
  /** The label of the member; undefined for the whole request. */
  label: string | undefined;
  /** The message with the label in place of the path. */
  message: string;
  allowed: Violation["allowed"] | undefined;
  did_you_mean: string | undefined;
}

/**
 * Returns the violations of a problem, with labels in place of paths; an empty list if there is no problem. The messages
 * are otherwise those of the edge. A member without a label gets its name in words: `row_limit` becomes "Row limit".
 * Values without a label stay unchanged, also in lists of allowed values.
 *
 * @example
 * const problem = check("create-report", report);
 * explain(problem, { row_limit: "Rows" })[0].message; // "Rows must be between 1 and 50000. Got 0."
 *
 * @example
 * explain(problem, { group_by: "Grouped by", index: "documents" }, { siv_info: "Videos", tags: "Tag" });
 */
export declare function explain(
  problem: Problem | ProblemDocument | null,
  labels?: Labels,
  values?: ValueLabels,
): Explanation[];

// Makes all other declarations private to this file.
export {};
