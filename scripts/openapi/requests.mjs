// Request bodies. Bodies that depend on the index become one schema for each index, which generated clients can name.
import { Failure } from "../step.mjs";
import { orNull, pascal } from "./schemas.mjs";

/** Names of filter values, by their fields. Other fields accept any text and share one name. */
const CHOSEN = {
  platform: "PlatformFilter",
  sentiment: "SentimentFilter",
  dominant_gender: "GenderFilter",
  dominant_age_range: "AgeRangeFilter",
};
const BY_KIND = { term: "TermFilter", range: "NumberFilter", date_range: "DateFilter" };
const ABOUT = {
  TermFilter: "One value, or a list of which any may hold. Values are compared as they are stored.",
  NumberFilter: "A number, or a range with both ends included.",
  DateFilter: "A day, or a range with both ends included.",
  PlatformFilter: "A platform, or a list of which any may hold.",
  SentimentFilter: "A tone, or a list of which any may hold.",
  GenderFilter: "A gender, or a list of which any may hold.",
  AgeRangeFilter: "An age range, or a list of which any may hold.",
};

/** Converts `siv_business_ideas` to `BusinessIdeas`. */
export const ofIndex = (index) => pascal(index.replace(/^siv_/, ""));

/** Returns an object whose optional members may also be null. Filters are not converted. */
export function orLeftOut({ properties, anyOf, ...object }) {
  const member = ([name, value]) => {
    return [name, object.required?.includes(name) ? value : orNull(value)];
  };
  return {
    ...object,
    properties: Object.fromEntries(Object.entries(properties).map(member)),
    ...(anyOf && { anyOf: anyOf.map(demanding) }),
  };
}

/** Returns an alternative whose required members may not be null. */
const demanding = ({ required, ...alternative }) =>
  required
    ? {
        ...alternative,
        required,
        properties: Object.fromEntries(required.map((name) => [name, { not: { type: "null" } }])),
      }
    : alternative;

/**
 * Returns references to the bodies of the Data API by operation. @param description the output of overheard-describe
 */
export function dataBodies({ schema, aliases }, schemas) {
  const kinds = new Map(
    schema.indices.map(({ name, fields }) => [name, new Map(fields.map((field) => [field.name, field]))]),
  );
  const bodies = new Map();
  for (const [name, body] of Object.entries(schema.json_schemas)) {
    const title = `${pascal(name)}Request`;
    if (body.oneOf) {
      const { oneOf, ...base } = body;
      const alternatives = oneOf.map((one) => {
        const index = one.properties.index.const;
        const whole = joined(base, one);
        if (whole.properties.filters) whole.properties.filters = filtersOf(index, whole.properties.filters);
        if (whole.properties.metric) whole.properties.metric = metricOf(index, whole.properties.metric);
        const rules = name === "co-mentions" ? closedValues(index, whole.properties.field) : {};
        return [index, schemas.add(`${pascal(name)}${ofIndex(index)}Request`, { ...orLeftOut(whole), ...rules })];
      });
      bodies.set(name, schemas.add(title, { oneOf: alternatives.map(([, one]) => one) }));
    } else {
      const whole = structuredClone(body);
      if (whole.properties.filters)
        whole.properties.filters = filtersOf("siv_content_creator", whole.properties.filters);
      for (const [member, value] of Object.entries(whole.properties)) {
        if (value.items?.properties)
          value.items = schemas.add(`${pascal(name)}${pascal(member.replace(/s$/, ""))}`, orLeftOut(value.items));
      }
      bodies.set(name, schemas.add(title, orLeftOut(whole)));
    }
  }
  return bodies;

  function filtersOf(index, { description: _, ...filters }) {
    const properties = Object.entries(filters.properties).map(([name, value]) => {
      const field = kinds.get(index).get(name);
      const held = CHOSEN[name] ?? (field ? BY_KIND[field.filter] : "TermFilter");
      return [name, schemas.add(held, { description: ABOUT[held], ...value })];
    });
    // A field under two names would be two filters on it.
    const twice = Object.entries(aliases[index]).map(([alias, field]) => ({
      required: [alias, field],
      properties: { [alias]: {}, [field]: {} },
    }));
    const once = twice.length > 0 ? { not: twice.length === 1 ? twice[0] : { anyOf: twice } } : {};
    return schemas.add(`${ofIndex(index)}Filters`, {
      ...filters,
      description: `Filters on ${index}: all of them must hold.`,
      properties: Object.fromEntries(properties),
      ...once,
    });
  }

  /** Adds the default of a metric to its description, because client generators do not support defaults of objects. */
  function metricOf(index, { default: { type }, ...metric }) {
    return schemas.add(`${ofIndex(index)}Metric`, {
      description: `What is measured; without it, \`${type}\`.`,
      ...orLeftOut(metric),
    });
  }

  /** Returns the values of a field with an enumeration. */
  function closedValues(index, { enum: names }) {
    const closed = names.map((name) => kinds.get(index).get(name)).filter(({ values }) => values);
    return closed.reduceRight(
      (otherwise, { name, values }) => ({
        if: { required: ["field"], properties: { field: { const: name } } },
        then: { properties: { values: { items: { enum: values } } } },
        ...(otherwise.if && { else: otherwise }),
      }),
      {},
    );
  }
}

/** Returns references to the bodies of the Account API by operation. */
export function accountBodies({ account }, schemas) {
  return new Map(
    account
      .filter(({ body }) => body !== null)
      .map(({ name, body }) => {
        const title = `${pascal(name)}Request`;
        const { oneOf, ...base } = body;
        if (base.properties.events) base.properties = { ...base.properties, events: eventsOf(base.properties.events) };
        const filters = schemas.add(`${pascal(name.replace("create-", ""))}RequestFilters`, base.properties.filters);
        if (!oneOf)
          return [name, schemas.add(title, orLeftOut({ ...base, properties: { ...base.properties, filters } }))];
        const alternatives = oneOf.map((one) => {
          const whole = joined(base, one);
          whole.properties.filters = filters;
          return schemas.add(`${pascal(name)}${pascal(one.properties.type.const)}Request`, orLeftOut(whole));
        });
        return [
          name,
          schemas.add(title, {
            oneOf: alternatives,
            discriminator: {
              propertyName: "type",
              mapping: Object.fromEntries(oneOf.map((one, at) => [one.properties.type.const, alternatives[at].$ref])),
            },
          }),
        ];
      }),
  );
}

/**
 * Returns the schema of some events, or of an asterisk alone. It is one list, because generators cannot distinguish
 * two.
 */
function eventsOf({
  anyOf: [
    some,
    {
      const: [all],
    },
  ],
  description,
}) {
  return {
    description,
    ...some,
    items: { enum: [...some.items.enum, all] },
    if: { contains: { const: all } },
    then: { maxItems: 1 },
  };
}

/** Returns the body of a request for a browser token, for either interface. */
export function tokenBody({ browser_tokens: { bodies }, account, schema }, schemas) {
  const ofReports = account.find(({ name }) => name === "create-report").body.properties.filters.properties;
  const { q: _, ...filters } = ofReports;
  const texts = {
    ...filters.topic,
    description: "Ids or labels of brands of the account, excluded by a minus before them.",
  };
  const forced = {
    data: {
      anyOf: schema.indices.map(({ name }) => ({ $ref: `#/components/schemas/${ofIndex(name)}Filters` })),
      description: bodies.data.properties.filters.description,
    },
    account: schemas.add("ForcedFilters", {
      type: "object",
      additionalProperties: false,
      description: bodies.account.properties.filters.description,
      properties: { brand: texts, ...filters },
    }),
  };
  const whole = (face) =>
    orLeftOut({ ...bodies[face], properties: { ...bodies[face].properties, filters: forced[face] } });
  return schemas.add("BrowserTokenRequest", {
    description: "With a key a token for the Data API, with an API token one for the Account API.",
    anyOf: [
      schemas.add("DataBrowserTokenRequest", whole("data")),
      schemas.add("AccountBrowserTokenRequest", whole("account")),
    ],
  });
}

/** Merges an object with one of its alternatives. */
function joined(base, one) {
  const whole = structuredClone(base);
  for (const [name, value] of Object.entries(one.properties)) {
    if (value === false) delete whole.properties[name];
    else if (value !== true) whole.properties[name] = narrowed(whole.properties[name], value, name);
  }
  const required = [...new Set([...(base.required ?? []), ...(one.required ?? [])])];
  return { ...whole, ...(required.length > 0 && { required }) };
}

/** Returns a member as an alternative restricts it. */
function narrowed(base, value, name) {
  if (base === undefined) throw new Failure(`an alternative narrows ${name}, which there is not`);
  const { enum: _, default: usual, type, ...rest } = base;
  const fits =
    usual === undefined || (value.enum?.includes(usual) ?? (value.const === undefined || value.const === usual));
  const kept = fits && usual !== undefined ? { default: usual } : {};
  if (value.const !== undefined)
    return { ...value, ...(rest.description && { description: rest.description }), ...kept };
  if (value.properties && base.properties) {
    const properties = { ...base.properties };
    for (const [member, inner] of Object.entries(value.properties))
      properties[member] = properties[member] ? narrowed(properties[member], inner, member) : inner;
    return { ...base, ...value, properties };
  }
  return { ...(type && !value.type && !value.enum ? { type } : {}), ...rest, ...value, ...kept };
}
