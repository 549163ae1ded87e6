// Keys and tokens that programs use for both interfaces.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { KeyRound, RotateCcw, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useHasRole } from "../../../data/session.ts";
import { Badge } from "../../../parts/Badge.tsx";
import { Button, IconButton, ToggleOf } from "../../../parts/Button.tsx";
import type { Column } from "../../../parts/DataTable.tsx";
import { ListCard } from "../../../parts/ListCard.tsx";
import { More } from "../../../parts/More.tsx";
import { Answer, Empty, Skeleton } from "../../../parts/States.tsx";
import { useAddress } from "../../../view/view.ts";
import * as words from "../../../view/words.ts";
import { INTERFACES, hintOf, type NewToken, rightsOf, type Token, useTokens } from "./tokens.ts";

// Loads all dialogs together, so that the dialog that shows a secret is ready before the secret is created.
const dialogs = () => import("./dialogs.ts");
const MakeToken = lazy(async () => ({ default: (await dialogs()).MakeToken }));
const TokenSecret = lazy(async () => ({ default: (await dialogs()).TokenSecret }));
const Rotate = lazy(async () => ({ default: (await dialogs()).Rotate }));
const Revoke = lazy(async () => ({ default: (await dialogs()).Revoke }));

const BADGE_VARIANTS = { active: "good", expired: "plain", revoked: "plain" } as const;
const STATES = { active: t`Active`, expired: t`Expired`, revoked: t`Revoked` } as const;

export default function Access() {
  const { params, set } = useAddress();
  const mayManage = useHasRole("admin");
  const tokens = useTokens();
  const [made, setMade] = useState<NewToken>();
  const [dialog, setDialog] = useState<{ what: "rotate" | "revoke"; token: Token }>();
  const showsAll = params.get("all") === "1";
  const all = tokens.data?.pages.flatMap(({ keys }) => keys) ?? [];
  const rows = showsAll ? all : all.filter(({ status }) => status === "active");
  const close = () => setDialog(undefined);
  const make = () => set({ make: "token" });
  const show = (token: NewToken) => {
    setMade(token);
    close();
    set({ make: undefined });
  };
  const columns: Column<Token>[] = [
    {
      id: "name",
      title: t`Name`,
      value: ({ name }) => name,
      show: (token) => (
        <>
          <span className="cut">{token.name}</span>
          <code className="sub">{hintOf(token)}</code>
        </>
      ),
    },
    { id: "hint", title: t`Prefix and suffix`, value: hintOf, isExtra: true },
    {
      id: "face",
      title: t`API`,
      value: ({ face }) => INTERFACES[face].label,
      show: (token) => (
        <>
          {INTERFACES[token.face].label}
          <span className="sub">{rightsOf(token)}</span>
        </>
      ),
    },
    { id: "rights", title: t`Access`, value: rightsOf, isExtra: true },
    {
      id: "status",
      title: t`Status`,
      value: ({ status }) => status,
      show: ({ status, rotated_to }) => (
        <Badge variant={BADGE_VARIANTS[status]}>
          {status === "active" && rotated_to ? t`Being replaced` : STATES[status]}
        </Badge>
      ),
    },
    {
      id: "expires",
      title: t`Expires`,
      value: ({ expires_at }) => expires_at ?? null,
      show: ({ expires_at }) => (expires_at ? words.day(expires_at.slice(0, 10)) : t`Never`),
    },
    {
      id: "origins",
      title: t`Origins`,
      value: ({ origins }) => origins.join(" "),
      show: ({ origins }) =>
        origins.length > 0 ? (
          <span>
            {origins.map((origin) => (
              <span key={origin} className="cut">
                {origin.replace("https://", "")}
              </span>
            ))}
          </span>
        ) : (
          t`Servers only`
        ),
    },
    {
      id: "used",
      title: t`Last used`,
      value: ({ last_used_at }) => last_used_at,
      show: ({ last_used_at }) => (last_used_at ? words.moment(last_used_at) : t`Never`),
    },
    {
      id: "created",
      title: t`Created`,
      value: ({ created_at }) => created_at,
      show: ({ created_at }) => words.day(created_at.slice(0, 10)),
      isExtra: true,
    },
    ...(mayManage
      ? [
          {
            id: "actions",
            title: t`Actions`,
            isAction: true,
            value: () => null,
            show: (token: Token) =>
              token.status === "active" && <Actions token={token} onSelect={(what) => setDialog({ what, token })} />,
          },
        ]
      : []),
  ];
  const actions = (
    <>
      {all.length > rows.length || showsAll ? (
        <ToggleOf isOn={showsAll} onChange={(wanted) => set({ all: wanted ? "1" : undefined })}>
          <Trans>Show revoked and expired</Trans>
        </ToggleOf>
      ) : null}
      {mayManage && (
        <Button variant="main" icon={<KeyRound size={15} aria-hidden="true" />} onPress={make}>
          <Trans>Create token</Trans>
        </Button>
      )}
    </>
  );
  const empty = (
    <Empty
      title={t`No tokens`}
      actions={
        mayManage && (
          <Button variant="main" onPress={make}>
            <Trans>Create token</Trans>
          </Button>
        )
      }
    >
      <Trans>A token gives your programs the data of these pages.</Trans>
    </Empty>
  );
  return (
    <>
      <Answer query={tokens} skeleton={<Skeleton height={280} />}>
        {() => (
          <ListCard
            title={t`Tokens and keys`}
            note={
              mayManage
                ? t`Credentials of your programs`
                : t`Credentials of your programs. Admins of your account create and revoke them.`
            }
            actions={actions}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={empty}
          >
            <More query={tokens} />
          </ListCard>
        )}
      </Answer>
      <Suspense>
        {mayManage && params.get("make") === "token" && (
          <MakeToken onMade={show} onClose={() => set({ make: undefined })} />
        )}
        {dialog?.what === "rotate" && <Rotate token={dialog.token} onMade={show} onClose={close} />}
        {dialog?.what === "revoke" && <Revoke token={dialog.token} onClose={close} />}
        {made && <TokenSecret token={made} onClose={() => setMade(undefined)} />}
      </Suspense>
    </>
  );
}

const Actions = ({ token: { name }, onSelect }: { token: Token; onSelect: (what: "rotate" | "revoke") => void }) => (
  <span className="row tight end">
    <IconButton label={t`Replace ${name}`} onPress={() => onSelect("rotate")}>
      <RotateCcw size={16} />
    </IconButton>
    <IconButton label={t`Revoke ${name}`} onPress={() => onSelect("revoke")}>
      <Trash2 size={16} />
    </IconButton>
  </span>
);
