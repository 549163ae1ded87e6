// Replacement for a page that the plan does not include.
import type { ReactNode } from "react";
import { LinkButton } from "./Button.tsx";
import { PageHead } from "./Card.tsx";
import { Empty } from "./States.tsx";

export const NotInPlan = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <PageHead title={title} />
    <div className="card">
      <Empty title="Not part of your plan" actions={<LinkButton to="/settings/brands">See your plan</LinkButton>}>
        {children} The operator of this service can change your plan.
      </Empty>
    </div>
  </>
);
