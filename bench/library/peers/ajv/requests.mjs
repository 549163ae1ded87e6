// The guardrails of requests with Ajv: generated code, and behind it what JSON Schema does not say.
import * as generated from "../../generated/ajv-requests.mjs";
import { CREATORS, INDICES, MEMBERS, METRIC_TYPES, filtersOf } from "../../rules.mjs";
import { canonical } from "../canonical.mjs";
import { rangeFault, sectorFault } from "../faults.mjs";
import { SAYS, notAllowed } from "../words.mjs";

const validators = { ...generated, "co-mentions": generated.co_mentions };

const faultOf = (operation, body) => (operation === "sector" ? sectorFault(body) : rangesFault(body.filters));

function rangesFault(filters) {
  if (filters == null) return undefined;
  for (const name in filters) {
    const value = filters[name];
    if (value === null || typeof value !== "object" || Array.isArray(value)) continue;
    const fault = rangeFault(value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function message(operation, body, { keyword, params, instancePath, message: said }) {
  if (keyword === "enum") return notAllowed(instancePath, params.allowedValues);
  if (keyword === "discriminator")
    return notAllowed(`${params.tag} '${params.tagValue}'`, params.tag === "index" ? INDICES : METRIC_TYPES);
  if (keyword === "additionalProperties")
    return notAllowed(`${instancePath}/${params.additionalProperty}`, membersAt(instancePath, operation, body));
  return `${instancePath} ${keyword === "format" ? SAYS[params.format] : said}`;
}

/** The names of the members that an object at some place has. */
function membersAt(path, operation, { index = CREATORS }) {
  if (path === "") return MEMBERS[operation];
  if (path === "/metric") return MEMBERS.metric;
  if (path === "/filters") return filtersOf(index);
  return path.startsWith("/filters/") ? MEMBERS.range : MEMBERS.brand;
}

/** The first thing that is wrong with a request; null when nothing is. */
export function check(operation, body) {
  const validate = validators[operation];
  return validate(body) ? (faultOf(operation, body) ?? null) : message(operation, body, validate.errors[0]);
}

/** The body to send for a request; null when it does not pass. */
export function shape(operation, body) {
  return validators[operation](body) && faultOf(operation, body) === undefined
    ? JSON.stringify(canonical[operation](body))
    : null;
}
