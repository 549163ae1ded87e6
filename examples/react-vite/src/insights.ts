// The questions that the page asks, as options of TanStack Query.
import { Overheard } from "overheard";
import { queries } from "overheard/query";

const client = new Overheard({
  baseUrl: import.meta.env.VITE_OVERHEARD_URL ?? "http://127.0.0.1:8787",
  browserToken: async () => {
    const answer = await fetch("/browser-token");
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  },
});

export const ask = queries(client);
