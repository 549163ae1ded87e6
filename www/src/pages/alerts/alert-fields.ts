// Fields of the alert form, and the requests that they make.
import { type Filters, filtersOf, withFilters } from "../../view/filters.ts";
import type { Alert, AlertCondition, AlertRequest, AlertTarget } from "./alerts.ts";
import type { DigestChoice } from "./kinds.ts";

export interface AlertFields {
  name: string;
  condition: AlertCondition["type"];
  atLeast: string;
  below: string;
  target: AlertTarget["type"];
  /** Address of a channel. The address of an existing alert is never shown, so it begins empty. */
  url: string;
  webhook: string;
  digest: DigestChoice;
}

export const NEW_ALERT: AlertFields = {
  name: "",
  condition: "new_mentions",
  atLeast: "20",
  below: "-0.25",
  target: "dashboard",
  url: "",
  webhook: "",
  digest: "none",
};

export const fieldsOf = ({ name, condition, target, digest }: Alert): AlertFields => ({
  ...NEW_ALERT,
  name,
  condition: condition.type,
  ...(condition.type === "count" && { atLeast: String(condition.at_least) }),
  ...(condition.type === "tone" && { below: String(condition.below) }),
  target: target.type,
  webhook: target.id ?? "",
  digest: digest?.every ?? "none",
});

export const isChannel = (type: AlertTarget["type"]) => type === "slack" || type === "teams";

/** Returns the request that creates an alert. */
export const newAlertOf = (fields: AlertFields, filters: Filters): AlertRequest => ({
  name: fields.name.trim(),
  condition: conditionOf(fields),
  filters,
  target: targetOf(fields),
  digest: digestOf(fields) ?? undefined,
});

/** Returns the request that changes an alert. Members that the form leaves as they are keep their exact value. */
export function changeOf(fields: AlertFields, filters: Filters, alert: Alert): Partial<AlertRequest> {
  const target = targetOf(fields);
  const isSameTarget = target.type === alert.target.type && target.id === alert.target.id && !target.url;
  const isSameDigest = target.type !== "dashboard" && alert.digest?.every === fields.digest;
  return {
    name: fields.name.trim(),
    condition: { ...(fields.condition === alert.condition.type && alert.condition), ...conditionOf(fields) },
    ...(!isSameFilters(filters, alert.filters) && { filters }),
    ...(!isSameTarget && { target }),
    digest: isSameDigest ? alert.digest : digestOf(fields),
  };
}

/** Compares filters by the parameters of an address, where a single value and a list of one value are the same. */
const isSameFilters = (one: Filters, other: Filters) => {
  const [text, otherText] = [one, other].map((filters) =>
    JSON.stringify(filtersOf(withFilters(new URLSearchParams(), filters))),
  );
  return text === otherText;
};

const conditionOf = ({ condition: type, atLeast, below }: AlertFields): AlertCondition => {
  if (type === "count") return { type, at_least: numberOf(atLeast) };
  // Some languages write decimals with a comma.
  if (type === "tone") return { type, below: numberOf(below.replace(",", ".")) };
  return { type };
};

const targetOf = ({ target: type, url, webhook }: AlertFields): AlertRequest["target"] => ({
  type,
  ...(type === "webhook" && { id: webhook }),
  ...(isChannel(type) && { url: url.trim() }),
});

const digestOf = ({ target, digest }: AlertFields) =>
  target === "dashboard" || digest === "none" ? null : { every: digest };

/** Returns the number of a field. The edge refuses a request without a required number, and names the field. */
const numberOf = (text: string) => (text.trim() === "" ? (undefined as never) : Number(text));
