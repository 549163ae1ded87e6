// Developer resources: references, files, collections and a first request.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { requestSnippets } from "../../../data/requests.ts";
import { useHasRole, useSession } from "../../../data/session.ts";
import { LinkButton } from "../../../parts/Button.tsx";
import { Card } from "../../../parts/Card.tsx";
import { Code, CodeForms } from "../../../parts/Copy.tsx";

interface Entry {
  href: string;
  title: string;
  note: string;
  isFile?: boolean;
}

const REFERENCES: Entry[] = [
  {
    href: "/docs/",
    title: t`API reference`,
    note: t`Every operation of both APIs, with parameters, responses and errors`,
  },
  {
    href: "/docs/guides/",
    title: t`Guides`,
    note: t`For analysts, developers and operators`,
  },
  { href: "/explore/", title: t`Explore`, note: t`Build Data API requests and see the responses` },
];
const FILES: Entry[] = [
  {
    href: "/v1/openapi.json",
    title: t`OpenAPI document`,
    note: t`For client generators, gateways and tools`,
    isFile: true,
  },
  {
    href: "/docs/overheard.postman_collection.json",
    title: t`Collection for Postman`,
    note: t`All requests with examples, also for Insomnia`,
    isFile: true,
  },
  {
    href: "/docs/overheard.bruno.zip",
    title: t`Collection for Bruno`,
    note: t`The same requests as files`,
    isFile: true,
  },
  { href: "/llms.txt", title: "llms.txt", note: t`For language models and agents: which page covers what` },
];

/** Installation command, as the first line of the code. */
const INSTALL_LINES: Record<string, string> = {
  JavaScript: "// npm install overheard\n",
  Python: "# pip install requests\n",
};

/** Returns the configuration of an agent for the Model Context Protocol. */
const agentConfig = (origin: string) =>
  JSON.stringify(
    {
      mcpServers: {
        overheard: { type: "http", url: `${origin}/mcp`, headers: { Authorization: "Bearer ${OVERHEARD_TOKEN}" } },
      },
    },
    null,
    2,
  );

const RECEIVER = `import { verifyWebhook } from "overheard";

const event = verifyWebhook(process.env.WEBHOOK_SECRET, request.headers, await request.text());
if (event.type === "report.ready") console.log(event.data.title);`;

export default function Developers() {
  const { account } = useSession();
  const mayMake = useHasRole("admin");
  const brand = account.brands[0]?.label;
  const calls = requestSnippets({ operation: "sentiment", question: brand ? { brand: [brand] } : {} }, location.origin);
  return (
    <div className="grid">
      <Card
        title={t`Your first request`}
        note={t`The tone of the last 30 days, in three languages`}
        actions={
          mayMake && (
            <LinkButton to="/settings/access?make=token">
              <Trans>Create token</Trans>
            </LinkButton>
          )
        }
      >
        <ol className="steps">
          <li>
            {mayMake
              ? t`Create a token for the Account API.`
              : t`Ask an admin of your account for a token of the Account API.`}
          </li>
          <li>
            <Trans>
              Store it on your server, in the variable <code>OVERHEARD_TOKEN</code>.
            </Trans>
          </li>
          <li>
            <Trans>Send the request. JavaScript has a typed client; elsewhere use plain HTTP.</Trans>
          </li>
        </ol>
        <CodeForms
          label={t`First request`}
          forms={calls.map(({ name, code }) => ({ name, code: `${INSTALL_LINES[name] ?? ""}${code}` }))}
        />
      </Card>
      <Card title={t`Documentation`} span={6}>
        <Links entries={REFERENCES} />
      </Card>
      <Card title={t`Downloads`} span={6}>
        <Links entries={FILES} />
      </Card>
      <Card
        title={t`Agents`}
        note={t`AI assistants get the same data with tools of the Model Context Protocol`}
        span={6}
      >
        <Code label={t`Agent settings`} code={agentConfig(location.origin)} />
        <p className="soft">
          <a href="/docs/guides/agents/">
            <Trans>Guide for agents</Trans>
          </a>
        </p>
      </Card>
      <Card title={t`Webhooks`} note={t`Receivers verify the signature of every delivery`} span={6}>
        <Code label={t`A receiver in JavaScript`} code={RECEIVER} />
        <p className="soft">
          <a href="/docs/guides/webhooks/">
            <Trans>Receivers in Node.js, Python, Rust, Go and PHP</Trans>
          </a>
        </p>
      </Card>
    </div>
  );
}

const Links = ({ entries }: { entries: Entry[] }) => (
  <ul className="links">
    {entries.map(({ href, title, note, isFile }) => (
      <li key={href}>
        <a href={href} download={isFile || undefined}>
          {title}
        </a>
        <p className="small">{note}</p>
      </li>
    ))}
  </ul>
);
