// Request builders: the built requests pass the checks, and a builder is immutable.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aggregate, check, coMentions, creators, search, sector } from "overheard";

function assertBuilt(operation, builder, expected) {
  const request = builder.build();
  assert.deepEqual(request, expected);
  assert.equal(check(operation, request), null);
}

test("groups", () => {
  assertBuilt("aggregate", aggregate("siv_info").groupBy("tags"), { index: "siv_info", group_by: "tags" });
  const whole = aggregate("siv_business_ideas")
    .groupBy("brand_name")
    .avg("sentiment_score")
    .where("category", "Beauty")
    .where("platform", ["youtube", "tiktok"])
    .between("upload_date", "2026-01-01", "2026-03-31")
    .order("asc")
    .size(20);
  assertBuilt("aggregate", whole, {
    index: "siv_business_ideas",
    group_by: "brand_name",
    metric: { type: "avg", field: "sentiment_score" },
    filters: {
      category: "Beauty",
      platform: ["youtube", "tiktok"],
      upload_date: { gte: "2026-01-01", lte: "2026-03-31" },
    },
    order: "asc",
    size: 20,
  });
});

test("every metric", () => {
  const groups = aggregate("siv_info").groupBy("tags");
  for (const type of ["sum", "avg", "min", "max"]) {
    assertBuilt("aggregate", groups[type]("views"), {
      index: "siv_info",
      group_by: "tags",
      metric: { type, field: "views" },
    });
  }
  assertBuilt("aggregate", groups.avg("views").count(), {
    index: "siv_info",
    group_by: "tags",
    metric: { type: "count" },
  });
});

test("examples", () => {
  assertBuilt("search", search("siv_info").matching('"retinol serum"').sortBy("views").size(5), {
    index: "siv_info",
    q: '"retinol serum"',
    sort_field: "views",
    sort_order: "desc",
    size: 5,
  });
  assertBuilt("search", search("siv_info").sortBy("upload_date", "asc"), {
    index: "siv_info",
    sort_field: "upload_date",
    sort_order: "asc",
  });
});

test("creators, with ranges given by one end at a time", () => {
  assertBuilt("creators", creators(), {});
  const large = creators().atLeast("subscriber_count", 50_000);
  assertBuilt("creators", large, { filters: { subscriber_count: { gte: 50_000 } } });
  assertBuilt("creators", large.atMost("subscriber_count", 90_000).sortBy("engagement_rate_viewers"), {
    filters: { subscriber_count: { gte: 50_000, lte: 90_000 } },
    sort_field: "engagement_rate_viewers",
    sort_order: "desc",
  });
  assertBuilt("creators", creators().where("subscriber_count", 7).atMost("subscriber_count", 9), {
    filters: { subscriber_count: { lte: 9 } },
  });
  assertBuilt("search", search("siv_info").where("upload_date", "2026-01-01").atLeast("upload_date", "2026-02-01"), {
    index: "siv_info",
    filters: { upload_date: { gte: "2026-02-01" } },
  });
});

test("co-mentions", () => {
  assertBuilt("co-mentions", coMentions("A", "B"), { values: ["A", "B"] });
  assertBuilt("co-mentions", coMentions("A", "B", "C").of("components").groupBy("video_id").size(3), {
    values: ["A", "B", "C"],
    field: "components",
    group_by: "video_id",
    size: 3,
  });
  assertBuilt("co-mentions", coMentions("a", "b").on("siv_info", "tags"), {
    values: ["a", "b"],
    index: "siv_info",
    field: "tags",
  });
});

test("share of voice", () => {
  const built = sector("2026-01-01", "2026-03-31")
    .brand("Velunara", ["velunara"])
    .brand("The drink", ["ottermoor"], {
      must_context: ["oat drink"],
      must_not_context: ["game"],
      exact: true,
    });
  assertBuilt("sector", built, {
    brands: [
      { label: "Velunara", terms: ["velunara"] },
      {
        label: "The drink",
        terms: ["ottermoor"],
        must_context: ["oat drink"],
        must_not_context: ["game"],
        exact: true,
      },
    ],
    from_date: "2026-01-01",
    to_date: "2026-03-31",
  });
});

test("a builder is immutable, and each built request is a separate object", () => {
  const base = aggregate("siv_business_ideas").groupBy("brand_name").where("category", "Beauty");
  const built = { index: "siv_business_ideas", group_by: "brand_name", filters: { category: "Beauty" } };
  base.where("platform", "tiktok").size(5).avg("sentiment_score");
  assert.deepEqual(base.build(), built);

  base.build().filters.category = "Home";
  assert.deepEqual(base.build(), built);

  const terms = ["a"];
  const brands = sector("2026-01-01", "2026-01-31").brand("A", terms);
  const one = brands.build();
  brands.brand("B", ["b"]);
  assert.deepEqual(brands.build(), one);
});
