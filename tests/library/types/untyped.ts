// Untyped values are checked at run time; typed values must be correct.
import { check, shape } from "overheard";
import type { AccountOperation, Operation, Problem } from "overheard";
import { explain } from "overheard/forms";
import type { Explanation } from "overheard/forms";

declare const unknown: unknown;
declare const operation: Operation | AccountOperation;
declare const form: FormData;
declare const record: Record<string, string | string[]>;

const problem: Problem | null = check("aggregate", unknown);
check("create-report", unknown);
check("sentiment", unknown);
check(operation, unknown);
check("aggregate", JSON.parse("{}"));
check("sector", Object.fromEntries(form));
check("mentions", record);
const { path, cost } = shape("create-webhook", unknown);
shape(operation, record).method;
shape("account").path;
check("account", undefined);
void [path, cost];

explain(problem, {}).length;
if (problem) {
  const explained: Explanation[] = explain(problem, { "filters.brand_name": "Brand" });
  explain(problem, (path) => (path === "q" ? "Words" : undefined));
  explain(problem.toJSON())[0]?.label?.toUpperCase();
  void explained;
}

declare const typed: { index: "siv_info"; group_by: string };
// @ts-expect-error what is typed must be typed rightly
check("aggregate", typed);
// @ts-expect-error also where nothing is given
check("aggregate", {});
// @ts-expect-error a number is no request
check("sentiment", 5);
// @ts-expect-error a question of the Data API has a request
check("aggregate");
// @ts-expect-error nor is it shaped without one
shape("creators");
// @ts-expect-error a label is a text
explain(problem!, { q: 5 });
