// Entry point. Requests the session, the account, the core and the module of the page in parallel.
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { isAt, PAGES } from "./app/pages.tsx";
import { core, queryClient } from "./data/client.ts";
import { accountQuery, sessionQuery } from "./data/session.ts";

/** Longest time that the static first paint stays before React renders. */
const MAX_WAIT_MS = 1_500;

async function ready(): Promise<unknown> {
  if (location.pathname === "/join") return;
  const needed = [
    queryClient.prefetchQuery(sessionQuery),
    core.then(() => queryClient.prefetchQuery(accountQuery())),
    PAGES.find((page) => isAt(location.pathname, page))?.load(),
  ];
  return Promise.race([Promise.allSettled(needed), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}

await ready();
const root = createRoot(document.getElementById("page")!);
// Renders in a transition, so that React handles input in between.
startTransition(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
