// Saved views of a member, by name.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Bookmark, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { Button, IconButton } from "../../parts/Button.tsx";
import { PopoverOf } from "../../parts/Overlays.tsx";
import { Answer, Failed, Skeleton } from "../../parts/States.tsx";
import { SaveView } from "./SaveView.tsx";
import { useSavedViews } from "./saved-views.ts";

const removeLabel = (name: string) => t`Remove: ${name}`;

export function SavedViews({ page, search, title }: { page: string; search: string; title?: string }) {
  const { views, all, put } = useSavedViews();
  const label = title ?? t`Saved searches`;
  const [isOpen, setOpen] = useState(false);
  const saved = all.filter(({ view }) => view.page === page);
  return (
    <PopoverOf
      button={
        <Button icon={<Bookmark size={15} aria-hidden="true" />} aria-label={label}>
          <span>
            {title === undefined ? (
              <Trans>
                Saved<span className="only-wide"> searches</span>
              </Trans>
            ) : (
              <Trans>
                Saved<span className="only-wide"> views</span>
              </Trans>
            )}
          </span>
        </Button>
      }
      label={label}
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
          <p className="soft">
            <Trans>None yet. Enter a name to save this view with its period and filters. Only you see it.</Trans>
          </p>
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
                  label={removeLabel(one.name)}
                  onPress={() => put.mutate(all.filter((other) => other !== one))}
                >
                  <Trash2 size={14} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {put.isError && <Failed error={put.error} compact />}
      <SaveView page={page} search={search} />
    </PopoverOf>
  );
}
