// Where the page begins. What is needed first is asked for at once: the session, the account with the days of the
// dataset, the core, and the page that the address names.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { isAt, PAGES } from "./app/pages.tsx";
import { core, queryClient } from "./data/client.ts";
import { accountQuery, sessionQuery } from "./data/session.ts";

if (location.pathname !== "/join") {
  void queryClient.prefetchQuery(sessionQuery);
  void core.then(() => queryClient.prefetchQuery(accountQuery()));
  void PAGES.find((page) => isAt(location.pathname, page))?.load();
}

createRoot(document.getElementById("page")!).render(<StrictMode><App /></StrictMode>);
