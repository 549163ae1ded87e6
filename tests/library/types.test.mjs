// The types: legal queries compile, illegal ones do not. The compiler checks hand-made cases and the corpus.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { inRoot, packagesIn } from "../../scripts/project.mjs";
import { FILES, casesOf } from "../support/corpus.mjs";

/**
 * Codes of errors that types express: names, kinds of values, enumerations. `check` refuses lengths, dates and numbers
 * out of range.
 */
const EXPRESSED = [
  "missing_field",
  "unknown_field",
  "unknown_parameter",
  "value_not_allowed",
  "field_not_allowed",
  "invalid_type",
];
/**
 * Cases that are refused for one of those codes, but compile. TypeScript has no integers, and its types do not express
 * every invalid combination.
 */
const NOT_EXPRESSED = [
  "rejects_size_with_a_fraction",
  "rejects_a_limit_that_is_no_whole_number",
  "rejects_a_limit_with_leading_zeros",
  "rejects_a_length_of_window_beside_its_begin",
  "rejects_a_comparison_with_an_excluded_brand",
  "rejects_periods_beside_a_window",
  "rejects_a_filter_with_a_comma",
  "rejects_a_fraction_of_views",
  "rejects_row_limit_with_a_fraction",
  "rejects_all_rows_with_a_limit",
  "rejects_a_fraction_of_subscribers",
];
/** Query parameters that are numbers in an object. */
const NUMBERS = /^(limit|top|bom|part|window_days|(min|max)_(?!baseline)\w+|max_baseline_share_pct)$/;
/** An object literal sets its prototype with this member, so it cannot be written as one. */
const UNWRITABLE = "__proto__";

const folder = mkdtempSync(join(tmpdir(), "overheard-types-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the compiler's errors about a project. */
function complaints(project) {
  try {
    execFileSync(process.execPath, [packagesIn("tests", "typescript", "bin", "tsc"), "-p", project], {
      encoding: "utf8",
    });
    return "";
  } catch (error) {
    return error.stdout || error.message;
  }
}

test("hand-made cases", () => {
  assert.equal(complaints(inRoot("tests", "library", "types")), "");
});

/** Returns a case's body as source if it is a JSON value. Text would be read as the JSON of a request. */
function written(example) {
  if ("body_base64" in example) return undefined;
  const text = "body" in example ? JSON.stringify(example.body) : example.body_text;
  try {
    const value = JSON.parse(text);
    return text.includes(UNWRITABLE) || typeof value === "string" ? undefined : JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Returns the parameters of an address as an object. */
function parametersOf({ query }) {
  const parameters = new URLSearchParams(query);
  const valueOf = (name, text) => (NUMBERS.test(name) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  // In an object, comma-separated values are a list. Free text keeps its commas.
  const valuesOf = (name) => parameters.getAll(name).flatMap((text) => (name === "q" ? [text] : text.split(",")));
  const entries = [...new Set(parameters.keys())].map((name) => [
    name,
    valuesOf(name).map((text) => valueOf(name, text)),
  ]);
  return JSON.stringify(
    Object.fromEntries(entries.map(([name, values]) => [name, values.length === 1 ? values[0] : values])),
  );
}

/** Violations about the characters of a name share the code of another violation. */
const OF_CHARACTERS = / must have (no control|a visible)/;
const isExpressed = ({ name, refuse }) =>
  !NOT_EXPRESSED.includes(name) &&
  refuse.some(({ code, message }) => EXPRESSED.includes(code) && !OF_CHARACTERS.test(message));

for (const bundled of [true, false]) {
  const resolution = bundled ? "a bundler" : "Node.js";
  test(`the corpus, resolved with ${resolution}`, () => {
    const project = join(folder, bundled ? "bundler" : "node");
    mkdirSync(join(project, "node_modules"), { recursive: true });
    symlinkSync(inRoot("pkg"), join(project, "node_modules", "overheard"));
    const lines = ['import { check } from "overheard";'];
    const counted = { accepted: 0, refused: 0 };
    for (const [file, operation] of Object.entries(FILES)) {
      for (const example of casesOf(file)) {
        const body = written(example);
        if (body === undefined || (example.refuse && !isExpressed(example))) continue;
        counted[example.accept ? "accepted" : "refused"]++;
        lines.push(
          `// ${example.accept ? "" : "@ts-expect-error "}${operation}: ${example.name}`,
          `check("${operation}", ${body});`,
        );
      }
    }
    for (const example of casesOf("account.json")) {
      if (example.refuse && !isExpressed(example)) continue;
      lines.push(
        `// ${example.accept ? "" : "@ts-expect-error "}${example.operation}: ${example.name}`,
        `check("${example.operation}", ${parametersOf(example)});`,
      );
    }
    for (const [file, operation] of [
      ["reports.json", "create-report"],
      ["webhooks.json", "create-webhook"],
    ]) {
      for (const example of casesOf(file)) {
        const body = written(example);
        if (body === undefined || (example.refuse && !isExpressed(example))) continue;
        lines.push(
          `// ${example.accept ? "" : "@ts-expect-error "}${operation}: ${example.name}`,
          `check("${operation}", ${body});`,
        );
      }
    }
    assert.ok(counted.accepted > 100 && counted.refused > 100, JSON.stringify(counted));
    writeFileSync(join(project, "corpus.ts"), lines.join("\n"));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
      ...(bundled ? { module: "esnext", moduleResolution: "bundler" } : { module: "nodenext" }),
    };
    writeFileSync(join(project, "package.json"), '{"type":"module"}');
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["corpus.ts"] }));
    const said = complaints(project);
    assert.equal(
      said,
      "",
      said.replace(/corpus\.ts\((\d+),/g, (place, line) => `${lines[line - 1]} | ${lines[line]} | ${place}`),
    );
  });
}
