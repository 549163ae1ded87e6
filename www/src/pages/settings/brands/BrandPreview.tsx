// Preview of a brand before it is saved: how many mentions it finds, and what its context words change.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { requestDashboard } from "../../../data/dashboard-api.ts";
import { Button } from "../../../parts/Button.tsx";
import { Failed } from "../../../parts/States.tsx";
import * as words from "../../../view/words.ts";
import { bodyOf, type Draft } from "./brands.ts";

interface Example {
  video_id: string;
  brand_name: string;
  upload_date: string;
  context: string | null;
}

interface MentionGroup {
  mentions: number;
  examples: Example[];
}

type EntryMentions = MentionGroup & { entry: string };

interface Preview {
  matches: MentionGroup;
  near_misses: MentionGroup;
  must_context: EntryMentions[];
  must_not_context: EntryMentions[];
}

const titled = (title: (entry: string) => string, entries: EntryMentions[]) =>
  entries.map((group) => ({ ...group, title: title(group.entry) }));

/** Returns the groups with their titles, in the order in which they are shown. */
const groupsOf = (preview: Preview) => [
  { title: t`Mentions that count`, ...preview.matches },
  ...titled((entry) => t`With “${entry}”`, preview.must_context),
  ...(preview.must_context.length > 0 ? [{ title: t`Without any of these words`, ...preview.near_misses }] : []),
  ...titled((entry) => t`Removed by “${entry}”`, preview.must_not_context),
];

export function BrandPreview({ draft }: { draft: Draft }) {
  const preview = useMutation({
    mutationFn: (brand: Draft) =>
      requestDashboard<Preview>("POST", "/brands/preview", { body: { brands: [bodyOf(brand)] } }),
  });
  // A result belongs to the definition for which it was requested.
  const isCurrent = JSON.stringify(preview.variables) === JSON.stringify(draft);
  return (
    <section aria-label={t`Preview`} className="brand-preview">
      <Button isPending={preview.isPending} onPress={() => preview.mutate(draft)}>
        <Trans>Preview</Trans>
      </Button>
      {isCurrent && preview.error && <Failed error={preview.error} compact />}
      <div role="status">
        {isCurrent &&
          preview.data &&
          groupsOf(preview.data).map(({ title, mentions, examples }) => (
            <details key={title}>
              <summary>
                {title}: {words.count(mentions)}
              </summary>
              <ul>
                {examples.map((example, at) => (
                  <li key={at} className="small">
                    {words.day(example.upload_date)}, {example.brand_name}: {example.context ?? example.video_id}
                  </li>
                ))}
              </ul>
            </details>
          ))}
      </div>
    </section>
  );
}
