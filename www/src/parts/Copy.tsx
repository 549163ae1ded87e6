// Code and texts with a button that copies them.
import { t } from "@lingui/core/macro";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { Button } from "./Button.tsx";

/** Button that copies a text. Shows a message if the browser denies access to the clipboard. */
export function CopyButton({
  text,
  what,
  variant = "edge",
}: {
  text: string;
  what?: string;
  variant?: "edge" | "main";
}) {
  const [state, setState] = useState<"copied" | "refused">();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  const label = state === "copied" ? t`Copied` : state === "refused" ? t`Copy it manually` : t`Copy`;
  return (
    <>
      <Button
        variant={variant}
        aria-label={what && state === undefined ? t`Copy ${what}` : undefined}
        icon={state === "copied" ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
        onPress={() => void copy()}
      >
        {label}
      </Button>
      <span role="status" className="unseen">
        {state && label}
      </span>
    </>
  );
}

interface CodeProps {
  label: string;
  code: string;
}

/** Code with a copy button. */
export const Code = ({ label, code }: CodeProps) => (
  <div className="code-box">
    <pre className="code" tabIndex={0} role="region" aria-label={label}>
      <code>{code}</code>
    </pre>
    <CopyButton text={code} />
  </div>
);

/** The same code in several languages, as tabs. */
export function CodeForms({ label, forms }: { label: string; forms: { name: string; code: string }[] }) {
  return (
    <Tabs className="tabs">
      <TabList aria-label={label} className="tab-list">
        {forms.map(({ name }) => (
          <Tab key={name} id={name} className="tab">
            {name}
          </Tab>
        ))}
      </TabList>
      {forms.map(({ name, code }) => (
        <TabPanel key={name} id={name} className="tab-panel whole-width">
          <Code label={`${label}, ${name}`} code={code} />
        </TabPanel>
      ))}
    </Tabs>
  );
}
