// What a chart or a table shows, as a request that others can send.
import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { asRequests, type Question } from "../data/requests.ts";
import { Button } from "../parts/Button.tsx";
import { DialogBox } from "../parts/Overlays.tsx";

export default function AsRequest({ questions, title, onClose }: { questions: Question[]; title: string; onClose: () => void }) {
  return (
    <DialogBox title={`${title}, as a request`} isOpen onClose={onClose}>
      <p className="soft">The same question for your own programs. It takes a token of your account, which you make in the settings under API access.</p>
      {questions.map((question, at) => <Forms key={at} question={question} />)}
    </DialogBox>
  );
}

function Forms({ question }: { question: Question }) {
  const forms = asRequests(question, location.origin);
  const [copied, setCopied] = useState<string>();
  const copy = async (name: string, code: string) => {
    await navigator.clipboard.writeText(code);
    setCopied(name);
  };
  return (
    <Tabs className="tabs">
      <TabList aria-label="Form of the request" className="tab-list">
        {forms.map(({ name }) => <Tab key={name} id={name} className="tab">{name}</Tab>)}
      </TabList>
      {forms.map(({ name, code }) => (
        <TabPanel key={name} id={name} className="tab-panel">
          <pre className="code" tabIndex={0} role="region" aria-label={`The request in ${name}`}><code>{code}</code></pre>
          <Button onPress={() => void copy(name, code)}>{copied === name ? "Copied" : "Copy"}</Button>
          <span role="status" className="unseen">{copied === name ? "Copied" : ""}</span>
        </TabPanel>
      ))}
    </Tabs>
  );
}
