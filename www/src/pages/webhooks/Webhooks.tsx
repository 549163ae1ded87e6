// Webhooks page: the list of webhooks, or one webhook with its deliveries.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import type { CreatedWebhook } from "overheard";
import { useState } from "react";
import { useHasRole, usePlanIncludes, useSession } from "../../data/session.ts";
import { Button } from "../../parts/Button.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { NotInPlan } from "../../parts/NotInPlan.tsx";
import { SecretBox } from "../../parts/SecretBox.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { useAddress } from "../../view/view.ts";
import { Register } from "./Register.tsx";
import { WebhookDetails } from "./WebhookDetails.tsx";
import { WebhookList } from "./WebhookList.tsx";
import { useWebhooks } from "./webhooks.ts";
import "./webhooks.css";

export default function Webhooks() {
  const isOpen = usePlanIncludes("webhooks");
  return isOpen ? (
    <Content />
  ) : (
    <NotInPlan title={t`Webhooks`}>
      <Trans>Webhooks send new mentions, shifts in tone and finished reports to your own systems.</Trans>
    </NotInPlan>
  );
}

function Content() {
  const { params, set } = useAddress();
  const { max_webhooks } = useSession();
  const mayManage = useHasRole("admin");
  const webhooks = useWebhooks();
  const [secret, setSecret] = useState<string>();
  const all = webhooks.data?.pages.flatMap(({ data }) => data) ?? [];
  const used = all.length;
  const webhookId = params.get("webhook");
  const registered = (webhook: CreatedWebhook) => {
    setSecret(webhook.secret);
    set({ make: undefined, webhook: webhook.id });
  };
  const register = mayManage ? () => set({ make: "webhook", webhook: undefined }) : undefined;
  return (
    <>
      {webhookId ? (
        <WebhookDetails id={webhookId} webhooks={webhooks} onSecret={setSecret} />
      ) : (
        <>
          <PageHead
            title={t`Webhooks`}
            actions={
              register && (
                <Button variant="main" icon={<Plus size={15} aria-hidden="true" />} onPress={register}>
                  <Trans>Register a webhook</Trans>
                </Button>
              )
            }
          >
            {mayManage
              ? t`Send events to your own systems`
              : t`Admins of your account register webhooks. You can read their deliveries.`}
            {webhooks.data && ` · ${t`${used} of ${max_webhooks} used`}`}
          </PageHead>
          <Answer query={webhooks} skeleton={<Skeleton height={260} />}>
            {() => <WebhookList webhooks={all} onRegister={register} />}
          </Answer>
        </>
      )}
      {mayManage && params.get("make") === "webhook" && (
        <Register onRegistered={registered} onClose={() => set({ make: undefined })} />
      )}
      {secret && (
        <SecretBox title={t`Signing secret`} label={t`Secret`} secret={secret} onClose={() => setSecret(undefined)}>
          <p className="soft">
            <Trans>
              Your receiver uses it to verify that a delivery comes from here.{" "}
              <a href="/docs/guides/webhooks/#receive-and-verify" target="_blank" rel="noopener">
                Examples in five languages<span className="unseen"> (in a new tab)</span>
              </a>
              .
            </Trans>
          </p>
        </SecretBox>
      )}
    </>
  );
}
