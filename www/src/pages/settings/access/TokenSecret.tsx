// Dialog that shows the secret of a new token once, with a first request that uses it.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { requestSnippets } from "../../../data/requests.ts";
import { CodeForms } from "../../../parts/Copy.tsx";
import { SecretBox } from "../../../parts/SecretBox.tsx";
import type { NewToken, Token } from "./tokens.ts";

export const TokenSecret = ({ token: { name, face, secret }, onClose }: { token: NewToken; onClose: () => void }) => (
  <SecretBox title={t`Token “${name}”`} label={face === "data" ? t`Key` : t`Token`} secret={secret} onClose={onClose}>
    <FirstCall face={face} />
  </SecretBox>
);

const FirstCall = ({ face }: { face: Token["face"] }) => {
  const question =
    face === "data"
      ? ({ operation: "aggregate", question: { index: "siv_info", group_by: "tags" } } as const)
      : ({ operation: "sentiment", question: {} } as const);
  const variable = face === "data" ? "OVERHEARD_KEY" : "OVERHEARD_TOKEN";
  return (
    <div>
      <h3>
        <Trans>First request</Trans>
      </h3>
      <p className="soft">
        <Trans>Store the secret on your server, in the variable {variable}.</Trans>
      </p>
      <CodeForms label={t`First request`} forms={requestSnippets(question, location.origin)} />
    </div>
  );
};
