// The brands of the account, a window, and what is said in it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Mentions } from "./Mentions.tsx";
import { Tone } from "./Tone.tsx";
import { ask } from "./insights.ts";

export interface Asked {
  brand?: string;
  from?: string;
  to?: string;
}

export function App() {
  const { data: account, error } = useQuery(ask.account());
  const [asked, setAsked] = useState<Asked>({});
  const change = (name: keyof Asked) => (event: { target: { value: string } }) =>
    setAsked({ ...asked, [name]: event.target.value || undefined });
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <main>
      <h1>{account?.name ?? "…"}</h1>
      <form>
        <label>
          Brand
          <select value={asked.brand ?? ""} onChange={change("brand")}>
            <option value="">All brands</option>
            {account?.brands.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          First day <input type="date" value={asked.from ?? ""} onChange={change("from")} />
        </label>
        <label>
          Last day <input type="date" value={asked.to ?? ""} onChange={change("to")} />
        </label>
      </form>
      <Tone asked={asked} />
      <Mentions asked={asked} />
    </main>
  );
}
