// Counts the mentions that arrived since the last visit from this browser.
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { Link } from "wouter";
import { apiQueries } from "../../data/client.ts";
import { useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { useLastVisit } from "./visits.ts";

const MAX_LISTED = 100;

export function SinceLastVisit() {
  const since = useLastVisit();
  const {
    filters: { brand },
  } = useView();
  const news = useQuery({
    ...apiQueries.mentions({ brand, indexed_after: since, sort: "indexed_at", limit: MAX_LISTED }),
    enabled: since !== undefined,
  });
  const rows = news.data?.data ?? [];
  const negative = rows.filter(({ sentiment }) => sentiment.label === "negative").length;
  const number = news.data?.has_more ? `more than ${MAX_LISTED} mentions` : words.plural(rows.length, "mention");
  const address = (more = "") =>
    `/mentions?since=${encodeURIComponent(since ?? "")}${brand ? brand.map((one) => `&brand=${encodeURIComponent(one)}`).join("") : ""}${more}`;
  return (
    <p className="since" role="status">
      <Sparkles size={15} aria-hidden="true" />
      {since === undefined ? (
        <span>Changes since your last visit will appear here.</span>
      ) : !news.data ? (
        <span>New since {words.moment(since)}: …</span>
      ) : rows.length === 0 ? (
        <span>Nothing new since {words.moment(since)}.</span>
      ) : (
        <span>
          New since {words.moment(since)}: <Link href={address("&sort=indexed_at")}>{number}</Link>
          {negative > 0 && (
            <>
              , <Link href={address("&sentiment=negative")}>{negative} negative</Link>
            </>
          )}
          .
        </span>
      )}
    </p>
  );
}
