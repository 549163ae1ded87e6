// Refusals for people who fill in a form. It needs no module, and goes with each of the other entries.
import type { Problem, ProblemDocument, Violation } from "./types/problem.js";

/**
 * Labels of members, by the path that messages have for them: `brand`, `filters.brand_name`. What has none has that of
 * what it is in: without `brands[0].terms[1]`, `brands.terms` is looked up, then `brands`. A function is asked for one
 * path after the other until it gives a label.
 */
export type Labels = Readonly<Record<string, string>> | ((path: string) => string | undefined);

/** What values are called where they are chosen. A function is also given the path of the member, or `index`. */
export type ValueLabels =
  | Readonly<Record<string, string>>
  | ((value: string | number, path: string) => string | undefined);

/** A rule that a request breaks, in words for the person who made it. */
export interface Explanation extends Pick<Violation, "code" | "param"> {
  /** Where, as labels are looked up: `filters.brand_name`, `brands[0].terms`, `limit`; empty where it is the whole. */
  path: string;
  /** What the place is called; undefined where it is the whole. */
  label: string | undefined;
  /** The message with the label in place of the path. */
  message: string;
  allowed: Violation["allowed"] | undefined;
  did_you_mean: string | undefined;
}

/**
 * The violations of a problem, none where there is no problem, in the edge's words, but with labels in place of paths.
 * Without a label a member is called by its name in words: `row_limit` is "Row limit". Values, and lists of those that
 * are allowed, stay as they are where they have no label either.
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

// Nothing else is exported.
export {};
