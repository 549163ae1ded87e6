// Trends page: emerging topics, the biggest changes, all topics, and comparisons of brands and periods.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { apiQueries } from "../../data/client.ts";
import { usePlanIncludes } from "../../data/session.ts";
import { FilterBar } from "../../filters/FilterBar.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { AllTopics, LIMIT } from "./AllTopics.tsx";
import { Comparison } from "./Comparison.tsx";
import { EmergingTopics } from "./EmergingTopics.tsx";
import { BiggestChanges } from "./BiggestChanges.tsx";
import "./trends.css";

export default function Trends() {
  // Without the plan, the response names the plan that includes this page.
  const isOpen = usePlanIncludes("trends");
  const { question, window } = useView();
  const days = words.days(window.from, window.to);
  const request = { ...question, sort: "volume" as const, limit: LIMIT };
  const trends = useQuery({ ...apiQueries.trends(request), placeholderData: keepPreviousData });
  return (
    <>
      <PageHead title={t`Trends`}>
        <Trans>Topics in mentions of your brands, {days}</Trans>
      </PageHead>
      {isOpen && <FilterBar />}
      <Answer query={trends} skeleton={<Skeleton height={620} />} isEmpty={({ meta }) => meta.mentions === 0}>
        {(data) => (
          <div className="grid">
            <EmergingTopics />
            <BiggestChanges trends={data} question={request} />
            <AllTopics />
            <Comparison />
          </div>
        )}
      </Answer>
    </>
  );
}
