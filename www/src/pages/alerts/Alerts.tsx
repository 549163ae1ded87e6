// Alerts page: the messages of all alerts, and the alerts.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useHasRole, usePlanIncludes } from "../../data/session.ts";
import { Button } from "../../parts/Button.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { NotInPlan } from "../../parts/NotInPlan.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { filtersOf, withFilters } from "../../view/filters.ts";
import { addressOf, useAddress } from "../../view/view.ts";
import { AlertForm } from "./AlertForm.tsx";
import { AlertList } from "./AlertList.tsx";
import { type Alert, useAlerts, useFired } from "./alerts.ts";
import { FiredList } from "./FiredList.tsx";
import "./alerts.css";

/** The maximum number of alerts of an account. */
const MAX_ALERTS = 50;

export default function Alerts() {
  const isOpen = usePlanIncludes("webhooks");
  return isOpen ? (
    <Content />
  ) : (
    <NotInPlan title={t`Alerts`}>
      <Trans>Alerts tell you about new mentions, spikes and falling tone, in Slack or Teams.</Trans>
    </NotInPlan>
  );
}

function Content() {
  const { path, params, go } = useAddress();
  const mayManage = useHasRole("admin");
  const [alerts, fired] = [useAlerts(), useFired()];
  /** Address of the page before the form put the filters of its alert there. */
  const [before, setBefore] = useState(path);
  const openForm = (formParams: URLSearchParams) => {
    setBefore(addressOf(path, params));
    go(addressOf(path, formParams));
  };
  const close = () => go(before);
  const create = mayManage
    ? () => openForm(withFilters(new URLSearchParams({ make: "alert" }), filtersOf(params)))
    : undefined;
  const edit = ({ id, filters }: Alert) => openForm(withFilters(new URLSearchParams({ edit: id }), filters));
  const used = alerts.data?.data.length;
  const edited = alerts.data?.data.find(({ id }) => id === params.get("edit"));
  return (
    <>
      <PageHead
        title={t`Alerts`}
        actions={
          create && (
            <Button variant="main" icon={<Plus size={15} aria-hidden="true" />} onPress={create}>
              <Trans>Create an alert</Trans>
            </Button>
          )
        }
      >
        {mayManage ? t`Messages when something changes` : t`An admin of your account manages alerts.`}
        {used !== undefined && ` · ${t`${used} of ${MAX_ALERTS} used`}`}
      </PageHead>
      <Answer query={alerts} skeleton={<Skeleton height={200} />}>
        {({ data }) => <AlertList alerts={data} mayManage={mayManage} onCreate={create} onEdit={edit} />}
      </Answer>
      <Answer query={fired} skeleton={<Skeleton height={200} />}>
        {({ data }) => <FiredList fired={data} />}
      </Answer>
      {mayManage && params.get("make") === "alert" && <AlertForm onClose={close} />}
      {mayManage && edited && <AlertForm key={edited.id} alert={edited} onClose={close} />}
    </>
  );
}
