// Saved views of a member, and their change.
import { useMutation, useQuery } from "@tanstack/react-query";
import { queryClient } from "../../data/client.ts";
import { dashboardQuery, requestDashboard, type Views } from "../../data/dashboard-api.ts";

const viewsQuery = dashboardQuery<Views>("/views");

export function useSavedViews() {
  const views = useQuery(viewsQuery);
  const put = useMutation({
    mutationFn: (changed: Views["views"]) =>
      requestDashboard<{ revision: number }>("PUT", "/views", {
        body: { revision: views.data?.revision ?? 0, views: changed },
      }),
    onSuccess: ({ revision }, changed) => queryClient.setQueryData(viewsQuery.queryKey, { revision, views: changed }),
    // On a conflict, loads the views that another window saved; the change is not retried.
    onError: () => views.refetch(),
  });
  return { views, all: views.data?.views ?? [], put };
}
