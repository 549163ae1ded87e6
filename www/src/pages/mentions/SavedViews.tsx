// Saved views of a member, by name.
import { useMutation, useQuery } from "@tanstack/react-query";
import { Bookmark, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { queryClient } from "../../data/client.ts";
import { dashboardQuery, requestDashboard, type Views } from "../../data/dashboard-api.ts";
import { Button, IconButton } from "../../parts/Button.tsx";
import { PopoverOf } from "../../parts/Overlays.tsx";
import { Answer, Failed, Skeleton } from "../../parts/States.tsx";

const viewsQuery = dashboardQuery<Views>("/views");

export function SavedViews({
  page,
  search,
  title = "Saved searches",
}: {
  page: string;
  search: string;
  title?: string;
}) {
  const views = useQuery(viewsQuery);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const put = useMutation({
    mutationFn: (changed: Views["views"]) =>
      requestDashboard<{ revision: number }>("PUT", "/views", {
        body: { revision: views.data?.revision ?? 0, views: changed },
      }),
    onSuccess: ({ revision }, changed) => queryClient.setQueryData(viewsQuery.queryKey, { revision, views: changed }),
    // On a conflict, loads the views that another window saved; the change is not retried.
    onError: () => views.refetch(),
  });
  const all = views.data?.views ?? [];
  const saved = all.filter(({ view }) => view.page === page);
  const trimmed = name.trim();
  const add = () =>
    put.mutate([...all.filter((one) => one.name !== trimmed), { name: trimmed, view: { page, search } }], {
      onSuccess: () => setName(""),
    });
  return (
    <PopoverOf
      button={
        <Button icon={<Bookmark size={15} aria-hidden="true" />} aria-label={title}>
          <span>
            Saved<span className="only-wide"> {title.split(" ")[1]}</span>
          </span>
        </Button>
      }
      label={title}
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="saved"
    >
      <Answer
        query={views}
        skeleton={<Skeleton lines={3} />}
        compact
        isEmpty={() => saved.length === 0}
        empty={
          <p className="soft">None yet. Enter a name to save this view with its period and filters. Only you see it.</p>
        }
      >
        {() => (
          <ul className="saved-list">
            {saved.map((one) => (
              <li key={one.name}>
                <Link href={one.view.search ? `${page}?${one.view.search}` : page} onClick={() => setOpen(false)}>
                  {one.name}
                </Link>
                <IconButton
                  label={`Remove: ${one.name}`}
                  onPress={() => put.mutate(all.filter((other) => other !== one))}
                >
                  <Trash2 size={14} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </Answer>
      <form onSubmit={(event) => (event.preventDefault(), trimmed && add())} className="row">
        <label className="field grow">
          Save this view as
          <input value={name} onChange={(event) => setName(event.target.value)} maxLength={80} autoComplete="off" />
        </label>
        <Button variant="main" type="submit" isDisabled={trimmed === "" || put.isPending}>
          Save
        </Button>
      </form>
      {put.isError && <Failed error={put.error} compact />}
    </PopoverOf>
  );
}
