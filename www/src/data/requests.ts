// Renders a request as code for terminals, programs and notebooks.
import { type AccountOperation, type Operation, shape } from "overheard";

/** Operation and parameters, as `shape` takes them. */
export interface Question {
  operation: Operation | AccountOperation;
  question: Record<string, unknown>;
}

const DATA = ["aggregate", "search", "creators", "co-mentions", "sector"];

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const singleQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the parameters that are set. */
const definedOnly = (question: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(question).filter(
      ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );

/**
 * Renders the request as curl, JavaScript and Python. The code reads the credential from an environment variable and
 * contains no secret.
 */
export function requestSnippets(
  { operation, question }: Question,
  origin: string,
): { name: string; language: string; code: string }[] {
  const fields = definedOnly(question);
  const isData = DATA.includes(operation);
  const { method, path, body } = shape(operation as AccountOperation, fields as never);
  const variable = isData ? "OVERHEARD_KEY" : "OVERHEARD_TOKEN";
  const header = isData ? `X-API-Key: $${variable}` : `Authorization: Bearer $${variable}`;
  const url = origin + path;
  const curl = [`curl ${method === "GET" ? "" : `-X ${method} `}${singleQuoted(url)} \\`, `  -H "${header}"`];
  if (body) curl.push(`  -H "Content-Type: application/json" \\\n  -d ${singleQuoted(String(body))}`);
  const [first, second, ...rest] = curl;
  const { id, ...others } = fields;
  const parameters = [
    ...(id === undefined ? [] : [JSON.stringify(id)]),
    ...(Object.keys(others).length > 0 ? [JSON.stringify(others, null, 2)] : []),
  ].join(", ");
  const javascript = `import { Overheard } from "overheard";

const client = new Overheard({
  baseUrl: ${JSON.stringify(origin)},
  ${isData ? "key" : "token"}: process.env.${variable},
});

const answer = await client.${camel(operation)}(${parameters});
console.log(answer);`;
  const pythonHeader = isData
    ? `"X-API-Key": os.environ["${variable}"]`
    : `"Authorization": f"Bearer {os.environ['${variable}']}"`;
  const python = `import os
import requests

answer = requests.${method === "GET" ? "get" : "post"}(
    ${JSON.stringify(origin + path.split("?")[0])},
    headers={${pythonHeader}},${method === "GET" ? pythonQuery(path) : `\n    json=${pythonOf(JSON.parse(String(body)))},`}
    timeout=30,
)
answer.raise_for_status()
print(answer.json())`;
  return [
    { name: "curl", language: "shell", code: [first, rest.length > 0 ? `${second} \\` : second, ...rest].join("\n") },
    { name: "JavaScript", language: "javascript", code: javascript },
    { name: "Python", language: "python", code: python },
  ];
}

function pythonQuery(path: string): string {
  const query = new URLSearchParams(path.split("?")[1] ?? "");
  if (query.size === 0) return "";
  return `\n    params={${[...query].map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ")}},`;
}

/** Writes a JSON value as a Python literal. */
function pythonOf(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}: ${pythonOf(inner)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}
