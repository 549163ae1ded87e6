// Trends page: emerging topics, the biggest changes, all topics, and comparisons of brands and periods.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../data/client.ts";
import { usePlanHas } from "../../data/session.ts";
import { FilterBar } from "../../filters/FilterBar.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { AllTopics, LIMIT } from "./AllTopics.tsx";
import { Comparison } from "./Comparison.tsx";
import { EmergingTopics } from "./EmergingTopics.tsx";
import { MovedMost } from "./MovedMost.tsx";
import "./trends.css";

export default function Trends() {
  // Without the plan, the response names the plan that includes this page.
  const isOpen = usePlanHas("trends");
  const { question, window } = useView();
  const asked = { ...question, sort: "volume" as const, limit: LIMIT };
  const trends = useQuery({ ...ask.trends(asked), placeholderData: keepPreviousData });
  return (
    <>
      <PageHead title="Trends">What people talk about with your brands, {words.days(window.from, window.to)}</PageHead>
      {isOpen && <FilterBar />}
      <Answer query={trends} skeleton={<Skeleton height={620} />} isEmpty={({ meta }) => meta.mentions === 0}>
        {(data) => (
          <div className="grid">
            <EmergingTopics />
            <MovedMost trends={data} question={asked} />
            <AllTopics />
            <Comparison />
          </div>
        )}
      </Answer>
    </>
  );
}
