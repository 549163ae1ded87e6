// Dialog that shows the secret of a new token once, with a first request that uses it.
import { requestSnippets } from "../../../data/requests.ts";
import { CodeForms } from "../../../parts/Copy.tsx";
import { SecretBox } from "../../../parts/SecretBox.tsx";
import type { NewToken, Token } from "./tokens.ts";

export const TokenSecret = ({ token, onClose }: { token: NewToken; onClose: () => void }) => (
  <SecretBox
    title={`Token “${token.name}”`}
    label={token.face === "data" ? "Key" : "Token"}
    secret={token.secret}
    onClose={onClose}
  >
    <FirstCall face={token.face} />
  </SecretBox>
);

const FirstCall = ({ face }: { face: Token["face"] }) => {
  const question =
    face === "data"
      ? ({ operation: "aggregate", question: { index: "siv_info", group_by: "tags" } } as const)
      : ({ operation: "sentiment", question: {} } as const);
  return (
    <div>
      <h3>First request</h3>
      <p className="soft">
        Store the secret on your server, in the variable {face === "data" ? "OVERHEARD_KEY" : "OVERHEARD_TOKEN"}.
      </p>
      <CodeForms label="First request" forms={requestSnippets(question, location.origin)} />
    </div>
  );
};
