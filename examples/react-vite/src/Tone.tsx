// The tone of mentions. What is wrong with the question is said in the words of the form.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ProblemError } from "overheard";
import { explain } from "overheard/forms";
import type { Asked } from "./App.tsx";
import { ask } from "./insights.ts";

const LABELS = { brand: "The brand", from: "The first day", to: "the last day" };

export function Tone({ asked }: { asked: Asked }) {
  const { data, error } = useQuery({ ...ask.sentiment(asked), placeholderData: keepPreviousData });
  if (error) {
    const messages =
      error instanceof ProblemError ? explain(error.problem, LABELS).map(({ message }) => message) : [error.message];
    return (
      <div role="alert">
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    );
  }
  if (!data) return <p>…</p>;
  const { counts, average, drivers, meta } = data;
  return (
    <section aria-label="Tone">
      <p>
        <strong>{average === null ? "No tone" : average.toFixed(2)}</strong> from {meta.from} to {meta.to}
      </p>
      <ul className="counts">
        {Object.entries(counts).map(([tone, count]) => (
          <li key={tone} className={tone} style={{ flexGrow: count }}>
            {count} {tone}
          </li>
        ))}
      </ul>
      <p>Praised for {drivers.positive.map(({ topic }) => topic).join(", ") || "nothing in particular"}.</p>
    </section>
  );
}
