// The types: legal questions compile, illegal ones do not. Checked by the compiler, over hand-made cases and over the corpus.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { inRoot } from "../../scripts/project.mjs";
import { FILES, casesOf } from "../edge/support/corpus.mjs";

/** Codes of what types express: names, kinds of values, enumerations. Lengths, dates and numbers within limits are for `check`. */
const EXPRESSED = ["missing_field", "unknown_field", "value_not_allowed", "field_not_allowed", "invalid_type"];
/** Refused for one of those codes, and yet legal for the compiler: it knows no whole numbers. */
const NOT_EXPRESSED = ["rejects_size_with_a_fraction"];
/** An object literal sets its prototype with this member, so it cannot be written as one. */
const UNWRITABLE = "__proto__";

const folder = mkdtempSync(join(tmpdir(), "overheard-types-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The compiler's complaints about a project. */
function complaints(project) {
  try {
    execFileSync(process.execPath, [inRoot("node_modules", "typescript", "bin", "tsc"), "-p", project], { encoding: "utf8" });
    return "";
  } catch (error) {
    return error.stdout || error.message;
  }
}

test("hand-made cases", () => {
  assert.equal(complaints(inRoot("tests", "library", "types")), "");
});

/** The body of a case, where it is a JSON value that can be written down. A text would be read as a request's JSON. */
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

const isExpressed = ({ name, refuse }) => !NOT_EXPRESSED.includes(name) && refuse.some(({ code }) => EXPRESSED.includes(code));

for (const bundled of [true, false]) {
  const resolution = bundled ? "a bundler" : "Node.js";
  test(`the corpus, resolved as ${resolution} does`, () => {
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
        lines.push(`// ${example.accept ? "" : "@ts-expect-error "}${operation}: ${example.name}`, `check("${operation}", ${body});`);
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
    assert.equal(said, "", said.replace(/corpus\.ts\((\d+),/g, (place, line) => `${lines[line - 1]} | ${lines[line]} | ${place}`));
  });
}
