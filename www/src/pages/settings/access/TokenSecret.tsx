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
      <h3>The first call</h3>
      <p className="soft">
        Keep the secret in the variable {face === "data" ? "OVERHEARD_KEY" : "OVERHEARD_TOKEN"} of your server.
      </p>
      <CodeForms label="The first call" forms={requestSnippets(question, location.origin)} />
    </div>
  );
};
