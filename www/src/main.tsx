// Where the page begins. What is needed first is asked for at once: the session, the account with the days of the
// dataset, the core, and the page that the address names.
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { isAt, PAGES } from "./app/pages.tsx";
import { core, queryClient } from "./data/client.ts";
import { accountQuery, sessionQuery } from "./data/session.ts";

/** As long as the file's own first picture stands at most before the page takes over. */
const PATIENCE_MS = 1_500;

async function ready(): Promise<unknown> {
  if (location.pathname === "/join") return;
  const needed = [
    queryClient.prefetchQuery(sessionQuery),
    core.then(() => queryClient.prefetchQuery(accountQuery())),
    PAGES.find((page) => isAt(location.pathname, page))?.load(),
  ];
  return Promise.race([Promise.allSettled(needed), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

await ready();
const root = createRoot(document.getElementById("page")!);
// A transition gives way to whoever presses something meanwhile.
startTransition(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
