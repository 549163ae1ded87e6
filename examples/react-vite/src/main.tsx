import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { init } from "overheard";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";

// The guardrails of the edge, once: questions are checked and brought into their canonical form here.
await init();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
