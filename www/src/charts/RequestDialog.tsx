// Dialog with the request behind a chart or a table, as code for other programs.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { requestSnippets, type Question } from "../data/requests.ts";
import { CodeForms } from "../parts/Copy.tsx";
import { DialogBox } from "../parts/Overlays.tsx";

export default function RequestDialog({
  questions,
  title,
  onClose,
}: {
  questions: Question[];
  title: string;
  onClose: () => void;
}) {
  return (
    <DialogBox title={t`${title}: API request`} isOpen onClose={onClose}>
      <p className="soft">
        <Trans>
          Use this request in your own programs. It needs a token of your account, which you create under Settings, API
          access.
        </Trans>
      </p>
      {questions.map((question, at) => (
        <CodeForms key={at} label={t`The request`} forms={requestSnippets(question, location.origin)} />
      ))}
    </DialogBox>
  );
}
