// Dialog with the request behind a chart or a table, as code for other programs.
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
    <DialogBox title={`${title}: API request`} isOpen onClose={onClose}>
      <p className="soft">
        Use this request in your own programs. It needs a token of your account, which you create under Settings, API
        access.
      </p>
      {questions.map((question, at) => (
        <CodeForms key={at} label="The request" forms={requestSnippets(question, location.origin)} />
      ))}
    </DialogBox>
  );
}
