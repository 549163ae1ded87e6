// Replacement for a page that the plan does not include.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { LinkButton } from "./Button.tsx";
import { PageHead } from "./Card.tsx";
import { Empty } from "./States.tsx";

export const NotInPlan = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <PageHead title={title} />
    <div className="card">
      <Empty
        title={t`Not part of your plan`}
        actions={
          <LinkButton to="/settings/brands">
            <Trans>See your plan</Trans>
          </LinkButton>
        }
      >
        {children} <Trans>The operator of this service can change your plan.</Trans>
      </Empty>
    </div>
  </>
);
