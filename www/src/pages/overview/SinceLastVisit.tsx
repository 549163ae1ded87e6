// Counts the mentions that arrived since the last visit from this browser.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
  const number = rows.length;
  const mentions = news.data?.has_more
    ? t`more than ${MAX_LISTED} mentions`
    : plural(number, { one: "# mention", other: "# mentions" });
  const moment = since && words.moment(since);
  const address = (more = "") =>
    `/mentions?since=${encodeURIComponent(since ?? "")}${brand ? brand.map((one) => `&brand=${encodeURIComponent(one)}`).join("") : ""}${more}`;
  return (
    <p className="since" role="status">
      <Sparkles size={15} aria-hidden="true" />
      {since === undefined ? (
        <span>
          <Trans>Changes since your last visit will appear here.</Trans>
        </span>
      ) : !news.data ? (
        <span>
          <Trans>New since {moment}: …</Trans>
        </span>
      ) : rows.length === 0 ? (
        <span>
          <Trans>Nothing new since {moment}.</Trans>
        </span>
      ) : (
        <span>
          {negative > 0 ? (
            <Trans>
              New since {moment}: <Link href={address("&sort=indexed_at")}>{mentions}</Link>,{" "}
              <Link href={address("&sentiment=negative")}>{negative} negative</Link>.
            </Trans>
          ) : (
            <Trans>
              New since {moment}: <Link href={address("&sort=indexed_at")}>{mentions}</Link>.
            </Trans>
          )}
        </span>
      )}
    </p>
  );
}
