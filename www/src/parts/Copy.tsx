// What is there to be taken along: copied whole by a button.
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { Button } from "./Button.tsx";

/** Copies a text. Where the browser does not let it, it says so. */
export function CopyButton({ text, what, look = "edge" }: { text: string; what?: string; look?: "edge" | "main" }) {
  const [state, setState] = useState<"copied" | "refused">();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  const said = state === "copied" ? "Copied" : state === "refused" ? "Select it and copy it by hand" : "Copy";
  return (
    <>
      <Button
        look={look}
        aria-label={what && state === undefined ? `Copy ${what}` : undefined}
        icon={state === "copied" ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
        onPress={() => void copy()}
      >
        {said}
      </Button>
      <span role="status" className="unseen">
        {state && said}
      </span>
    </>
  );
}

interface CodeProps {
  label: string;
  code: string;
}

/** A text for a program, with what copies it. */
export const Code = ({ label, code }: CodeProps) => (
  <div className="code-box">
    <pre className="code" tabIndex={0} role="region" aria-label={label}>
      <code>{code}</code>
    </pre>
    <CopyButton text={code} />
  </div>
);

/** The same in several languages, one at a time. */
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
