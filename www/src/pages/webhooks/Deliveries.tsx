// Delivery log of a webhook, with the attempts and the receiver's responses.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronRight, Download } from "lucide-react";
import type { Webhook } from "overheard";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { Badge } from "../../parts/Badge.tsx";
import { Button, IconButton } from "../../parts/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { csvOf, save } from "../../parts/download.ts";
import { More } from "../../parts/More.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { Answer, Empty, Failed, Skeleton } from "../../parts/States.tsx";
import { useAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { DELIVERIES, type DeliveryStatus, eventLabel } from "./kinds.ts";
import { type Attempt, type Delivery, useDeliveries, useReplay } from "./webhooks.ts";

const ANY = "any";

const CSV_COLUMNS: Column<Delivery>[] = [
  { id: "event", title: t`Event`, value: ({ event }) => event },
  { id: "type", title: t`Type`, value: ({ type }) => type },
  { id: "status", title: t`Status`, value: ({ status }) => status },
  { id: "created", title: t`Created`, value: ({ created_at }) => created_at },
  { id: "ended", title: t`Ended`, value: ({ ended_at }) => ended_at },
  { id: "attempts", title: t`Attempts`, isNumber: true, value: ({ attempts }) => attempts.length },
  {
    id: "last",
    title: t`Last response`,
    value: ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? null,
  },
];

export function Deliveries({ webhook, mayReplay }: { webhook: Webhook; mayReplay: boolean }) {
  const { params, set } = useAddress();
  const statusParam = params.get("status") as DeliveryStatus | null;
  const status = statusParam && statusParam in DELIVERIES ? statusParam : undefined;
  const deliveries = useDeliveries(webhook.id, status);
  const all = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const options = [
    { value: ANY, label: t`All deliveries` },
    ...Object.entries(DELIVERIES).map(([value, { label }]) => ({ value, label })),
  ];
  const actions = (
    <>
      <SelectOf
        label={t`Status`}
        options={options}
        chosen={status ?? ANY}
        onChange={(value) => set({ status: value === ANY ? undefined : value })}
      />
      {all.length > 0 && (
        <IconButton label={t`Deliveries: download CSV`} onPress={() => save(csvOf(CSV_COLUMNS, all), "deliveries.csv")}>
          <Download size={17} />
        </IconButton>
      )}
    </>
  );
  const empty = (
    <Empty
      title={status ? t`No matching deliveries` : t`No deliveries yet`}
      actions={
        status && (
          <Button onPress={() => set({ status: undefined })}>
            <Trans>Show all deliveries</Trans>
          </Button>
        )
      }
    >
      {status ? t`No delivery has this status.` : t`The first delivery is a test, sent when the webhook is registered.`}
    </Empty>
  );
  return (
    <Card title={t`Deliveries`} note={t`With all attempts, newest first`} actions={actions}>
      <Answer query={deliveries} skeleton={<Skeleton lines={6} />} isEmpty={() => all.length === 0} empty={empty}>
        {() => (
          <ul className="deliveries">
            {all.map((delivery) => (
              <DeliveryItem key={delivery.event} delivery={delivery} webhook={webhook} mayReplay={mayReplay} />
            ))}
          </ul>
        )}
      </Answer>
      <More query={deliveries} />
    </Card>
  );
}

function DeliveryItem({ delivery, webhook, mayReplay }: { delivery: Delivery; webhook: Webhook; mayReplay: boolean }) {
  const { event, type, status, created_at, next_attempt_at, attempts } = delivery;
  const replay = useReplay(() => {});
  const last = attempts.at(-1);
  return (
    <li>
      <Disclosure className="delivery">
        <Heading level={3} className="delivery-head">
          <AriaButton slot="trigger" className="delivery-button">
            <ChevronRight size={15} aria-hidden="true" className="delivery-arrow" />
            <span className="delivery-kind">{eventLabel(type)}</span>
            <Badge variant={DELIVERIES[status].variant}>{DELIVERIES[status].label}</Badge>
            <span className="soft small">{words.moment(created_at)}</span>
            <span className="soft small delivery-answer">{last ? answered(last) : t`not sent yet`}</span>
          </AriaButton>
        </Heading>
        <DisclosurePanel className="delivery-inside">
          <dl className="details">
            <dt>
              <Trans>Event</Trans>
            </dt>
            <dd>
              <code>{event}</code>
            </dd>
            <dt>
              <Trans>Type</Trans>
            </dt>
            <dd>
              <code>{type}</code>
            </dd>
            {next_attempt_at && (
              <>
                <dt>
                  <Trans>Next attempt</Trans>
                </dt>
                <dd>{words.moment(next_attempt_at)}</dd>
              </>
            )}
          </dl>
          {attempts.length === 0 ? (
            <p className="soft">
              <Trans>Not sent yet.</Trans>
            </p>
          ) : (
            <ol className="attempts">
              {attempts.map((attempt, at) => (
                <AttemptItem key={attempt.at + at} attempt={attempt} number={at + 1} />
              ))}
            </ol>
          )}
          {mayReplay && status === "failed" && (
            <Button isPending={replay.isPending} onPress={() => replay.mutate({ id: webhook.id, event })}>
              <Trans>Resend</Trans>
            </Button>
          )}
          {replay.isError && <Failed error={replay.error} compact />}
        </DisclosurePanel>
      </Disclosure>
    </li>
  );
}

const AttemptItem = ({ attempt, number }: { attempt: Attempt; number: number }) => (
  <li>
    <p>
      <b>
        <Trans>Attempt {number}</Trans>
      </b>{" "}
      <span className="soft">
        {words.moment(attempt.at)}, {words.count(attempt.milliseconds)} ms
      </span>
    </p>
    <p>{answered(attempt)}</p>
    {attempt.answer && (
      <pre className="code" tabIndex={0} role="region" aria-label={t`Response to attempt ${number}`}>
        <code>{attempt.answer}</code>
      </pre>
    )}
  </li>
);

const answered = ({ status, error }: Attempt) => (status !== null ? t`responded ${status}` : (error ?? t`no response`));
