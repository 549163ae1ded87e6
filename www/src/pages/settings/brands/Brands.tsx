// Monitored brands, and what the plan includes.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useHasRole, useSession } from "../../../data/session.ts";
import { Button, IconButton } from "../../../parts/Button.tsx";
import { Card } from "../../../parts/Card.tsx";
import { Confirm } from "../../../parts/Confirm.tsx";
import { Empty } from "../../../parts/States.tsx";
import { BrandForm } from "./BrandForm.tsx";
import type { Draft } from "./brands.ts";
import { useChange } from "./change.ts";
import { Conflict } from "./Conflict.tsx";
import { Plan } from "./Plan.tsx";

/** Open dialog: `write` edits the brand at `at`, or adds one without `at`. */
type BrandDialog = { what: "write"; at?: number } | { what: "remove"; at: number };

export default function Brands() {
  const { account } = useSession();
  const mayManage = useHasRole("admin");
  const [dialog, setDialog] = useState<BrandDialog>();
  const [isSaved, setSaved] = useState(false);
  const close = () => setDialog(undefined);
  const change = useChange(() => {
    close();
    setSaved(true);
  });
  const openDialog = (what: BrandDialog) => {
    change.reset();
    setSaved(false);
    setDialog(what);
  };
  const { brands } = account;
  const write = (draft: Draft) =>
    change.apply(
      dialog?.at === undefined
        ? { kind: "add", brand: draft }
        : { kind: "replace", label: brands[dialog.at]!.label, brand: draft },
    );
  const chosen = dialog?.at === undefined ? undefined : brands[dialog.at];
  const chosenLabel = chosen?.label ?? "";
  const add = mayManage && (
    <Button variant="main" icon={<Plus size={15} aria-hidden="true" />} onPress={() => openDialog({ what: "write" })}>
      <Trans>Add brand</Trans>
    </Button>
  );
  return (
    <>
      <p role="status" className={isSaved ? "note-box plain" : "unseen"}>
        {isSaved ? t`Brands saved. Your mentions are being prepared again, which takes a moment.` : ""}
      </p>
      <Card
        title={t`Brands`}
        note={
          mayManage ? t`What counts as a mention` : t`What counts as a mention. Admins of your account can change it.`
        }
        actions={add}
      >
        {brands.length === 0 ? (
          <Empty title={t`No brands`} actions={add}>
            <Trans>Add a brand to see its mentions.</Trans>
          </Empty>
        ) : (
          <ul className="brand-list">
            {brands.map(({ label, ...brand }, at) => (
              <li key={brand.id} className="brand-row">
                <div className="brand-words">
                  <h3>{label}</h3>
                  <p className="words-row">
                    <span className="soft small">
                      <Trans>Found by</Trans>
                    </span>
                    {brand.terms.map((term) => (
                      <span key={term} className="word">
                        {term}
                      </span>
                    ))}
                  </p>
                  <ContextWords title={t`Only together with`} words={brand.must_context} />
                  <ContextWords title={t`Never together with`} words={brand.must_not_context} />
                  {brand.exact && (
                    <p className="small soft">
                      <Trans>Exact phrases only</Trans>
                    </p>
                  )}
                </div>
                {mayManage && (
                  <div className="row tight">
                    <IconButton label={t`Edit ${label}`} onPress={() => openDialog({ what: "write", at })}>
                      <Pencil size={16} />
                    </IconButton>
                    <IconButton label={t`Remove ${label}`} onPress={() => openDialog({ what: "remove", at })}>
                      <Trash2 size={16} />
                    </IconButton>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Plan />
      {dialog?.what === "write" && !change.conflict && (
        <BrandForm
          brand={chosen}
          isPending={change.isPending}
          error={change.error}
          at={change.at}
          onSend={write}
          onClose={close}
        />
      )}
      {dialog?.what === "remove" && chosen && !change.conflict && (
        <Confirm
          title={t`Remove ${chosenLabel}?`}
          action={t`Remove`}
          isPending={change.isPending}
          error={change.error}
          onConfirm={() => change.apply({ kind: "remove", label: chosen.label })}
          onClose={close}
        >
          <p>
            <Trans>
              Its mentions no longer count in figures and new reports. If you add the brand again, they return.
            </Trans>
          </p>
        </Confirm>
      )}
      {change.conflict && (
        <Conflict
          conflict={change.conflict}
          isPending={change.isPending}
          onRetry={change.retry}
          onClose={() => (change.reset(), close())}
        />
      )}
    </>
  );
}

function ContextWords({ title, words = [] }: { title: string; words: string[] | undefined }) {
  return words.length === 0 ? null : (
    <p className="words-row">
      <span className="soft small">{title}</span>
      {words.map((word) => (
        <span key={word} className="word">
          {word}
        </span>
      ))}
    </p>
  );
}
