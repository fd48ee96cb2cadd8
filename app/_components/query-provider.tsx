"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiProblem } from "./api-client";

/** Worth another try: nothing came back, or the fault was the server's. */
const isPassing = (error: Error) => error instanceof ApiProblem && (error.status === 0 || error.status >= 500);

function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // Signed out elsewhere, or everywhere: whatever was asked for, the next step is the same.
      onError: (error) => {
        if (!(error instanceof ApiProblem) || error.status !== 401) return;
        const { pathname, search } = window.location;
        window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
    },
  });
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
