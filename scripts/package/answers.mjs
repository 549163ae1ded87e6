// Generates the checks of answers: straight-line code, which costs little compared to parsing the text. A check returns
// true if data has the documented form. Otherwise `expected` describes the required form of the last examined value.
import { Failure } from "../step.mjs";

/** The index whose answers have members that others do not have. */
const CREATORS = "siv_content_creator";

/** The checks of single values by their types: the test and its description. */
const TESTS = {
  text: ['typeof value === "string"', "a string"],
  number: ['typeof value === "number"', "a number"],
  whole: ["(Number.isInteger(value) && value >= 0)", "a whole number"],
  flag: ['typeof value === "boolean"', "a boolean"],
};

/** Source before the checks of objects. */
const BASE = `
/** Describes the required form of the last examined value. */
export let expected;
/** True if the answer is about the index of creators, which has more members. */
let isOfCreators;

const is = (what) => {
  expected = what;
  return false;
};
const object = (value) => (typeof value === "object" && value !== null && !Array.isArray(value)) || is("an object");
const list = (value, isItem) => {
  if (!Array.isArray(value)) return is("a list");
  for (let at = 0; at < value.length; at++) if (!isItem(value[at])) return false;
  return true;
};
const numbers = (value) => {
  if (!object(value)) return false;
  for (const name in value) if (!number(value[name])) return false;
  return true;
};
const numbersOrNull = (value) => value === null || numbers(value);
const maybe = (value, check) => value === undefined || check(value);
const onCreators = (value) => (value === undefined && !isOfCreators) || whole(value);
`;

/** @param description the output of overheard-describe */
export function answersSource({ answers: { operations, documents, meta }, schema }) {
  const source = new Source();
  const ofIndices = Object.entries(documents).map(
    ([index, members]) => `  ${index}: ${source.object(`document_${index}`, members)},`,
  );
  const besides = source.object("meta", meta);
  const asked = schema.operations.filter(({ name }) => Object.hasOwn(operations, name));
  const answers = asked.map(({ name }) => source.answer(name.replaceAll("-", "_"), operations[name], besides));
  return `${BASE}${source.tests().join("\n")}

${source.objects.join("\n")}
const documents = {
  __proto__: null,
${ofIndices.join("\n")}
};

/** Return true if data is the answer of an operation, by its number, for the requested index if it is known. */
export const answers = [
${answers.join("\n")}
];
`;
}

const all = (tests, indent) => tests.map((test) => `${indent}${test}`).join(" &&\n");

/** Collects the functions of the checks that are used. */
class Source {
  /** The definitions of the checks of objects. */
  objects = [];
  #names = new Map();
  #used = new Set(["number", "whole"]);

  /** Returns the definitions of the checks of single values. */
  tests() {
    const ofTest = ([name, [test, what]]) => [
      [name, `const ${name} = (value) => ${test} || is("${what}");`],
      [`${name}OrNull`, `const ${name}OrNull = (value) => value === null || ${test} || is("${what} or null");`],
    ];
    return Object.entries(TESTS)
      .flatMap(ofTest)
      .filter(([name]) => this.#used.has(name))
      .map(([, source]) => source);
  }

  /** Returns the name of an object's check; equal objects share one. */
  object(name, members) {
    const key = JSON.stringify(members);
    if (!this.#names.has(key)) {
      const tests = ["object(value)", ...members.map((member) => this.#member(name, member))];
      this.objects.push(`const ${name} = (value) =>\n${all(tests, "  ")};`);
      this.#names.set(key, name);
    }
    return this.#names.get(key);
  }

  /** Returns the check of an answer. Only an aggregate does not include its index. */
  answer(name, members, besides) {
    const tests = [...members.map((member) => this.#member(name, member)), `maybe(value._meta, ${besides})`];
    const isNamed = members[0].name === "index";
    if (isNamed) tests.splice(1, 0, '(isDocument !== undefined || is("the name of an index"))');
    if (!members.some(({ present }) => present === "on_creators")) return `  (value) =>\n${all(tests, "    ")},`;
    const index = isNamed ? "value.index" : "index";
    const found = isNamed ? "    const isDocument = documents[value.index];\n" : "";
    return `  (value${isNamed ? "" : ", index"}) => {
    isOfCreators = ${index} === "${CREATORS}";
${found}    return (
${all(tests, "      ")}
    );
  },`;
  }

  #member(of, { name, holds, nullable, present }) {
    const [check, item] = this.#check(`${of}_${name}`, holds, nullable);
    const value = `value.${name}`;
    if (present === "always") return `${check}(${value}${item ? `, ${item}` : ""})`;
    if (present !== "on_creators") return `maybe(${value}, ${item ? `(value) => ${check}(value, ${item})` : check})`;
    if (check !== "whole")
      throw new Failure(`${of}.${name} is no whole number: the checks know no other members of one index alone`);
    return `onCreators(${value})`;
  }

  /** Returns the name of the check of a member's value. For a list it includes the items. */
  #check(of, holds, nullable) {
    if (holds === "documents") return ["list", "isDocument"];
    if (holds.objects) return ["list", this.object(of, holds.objects)];
    if (holds.object) return [this.object(of, holds.object)];
    // Enumerations may get more values later.
    if (holds.one_of) return this.#check(of, "text", nullable);
    if (holds.list) {
      const [check, item] = this.#check(of, holds.list, holds.nullable ?? false);
      return ["list", item ? `(value) => ${check}(value, ${item})` : check];
    }
    if (typeof holds !== "string")
      throw new Failure(`${of} holds ${JSON.stringify(holds)}: the checks know no such value`);
    const name = holds === "texts" ? "text" : `${holds}${nullable ? "OrNull" : ""}`;
    this.#used.add(name);
    return holds === "texts" ? ["list", name] : [name];
  }
}
