// Most frequent topics of each brand.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import type { Question } from "../../data/requests.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { LowConfidence } from "../../parts/Marks.tsx";
import { isFilterable } from "../../view/filters.ts";
import { useMentionsAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { isSparse, rivalLabel, type Voice, sparseReason } from "./brands.ts";
import { topicsOf } from "./months.ts";

interface Row {
  voice: Voice;
  topics: { topic: string; count: number }[];
}

export function Topics({
  voices,
  window,
  question,
}: {
  voices: Voice[];
  window: { from: string; to: string };
  question: Question;
}) {
  const address = useMentionsAddress();
  const rows = voices
    .map((voice): Row => ({ voice, topics: topicsOf(voice) }))
    .filter(({ topics }) => topics.length > 0);
  const columns: Column<Row>[] = [
    {
      id: "brand",
      title: t`Brand`,
      value: ({ voice }) => rivalLabel(voice),
      show: ({ voice }) => (
        <>
          {voice.label}
          {!voice.isOwn && (
            <span className="soft">
              {" "}
              <Trans>rival</Trans>
            </span>
          )}
          {isSparse(voice) && (
            <>
              {" "}
              <LowConfidence reason={sparseReason(voice)} />
            </>
          )}
        </>
      ),
    },
    {
      id: "topics",
      title: t`Topics and mentions`,
      value: ({ topics }) => topics.map(({ topic, count }) => `${topic} (${count})`).join(", "),
      show: ({ voice, topics }) => (
        <ul className="said">
          {topics.map(({ topic, count }) => (
            <li key={topic}>
              {voice.id !== undefined && isFilterable(topic) ? (
                <Link className="tag" href={address({ brand: [voice.id], topic: [topic] })}>
                  {topic}
                </Link>
              ) : (
                <span className="tag soft">{topic}</span>
              )}
              <span className="small soft number"> {words.count(count)}</span>
            </li>
          ))}
        </ul>
      ),
    },
  ];
  return (
    <Figure
      title={t`Top topics by brand`}
      note={t`Sum of each month’s five most frequent topics`}
      columns={columns}
      rows={rows}
      rowKey={({ voice }) => voice.label}
      question={question}
      window={window}
    />
  );
}
