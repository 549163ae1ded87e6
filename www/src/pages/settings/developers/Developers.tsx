// Developer resources: references, files, collections and a first request.
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
    title: "API reference",
    note: "Every operation of both interfaces, with parameters, answers and refusals",
  },
  {
    href: "/docs/guides/",
    title: "Guides",
    note: "The interfaces, reports, webhooks and the client library, from the first call on",
  },
  { href: "/explore/", title: "Explore", note: "Put questions of the Data API together and see what they answer" },
];
const FILES: Entry[] = [
  {
    href: "/v1/openapi.json",
    title: "OpenAPI document",
    note: "For generators of clients, gateways and tools",
    isFile: true,
  },
  {
    href: "/docs/overheard.postman_collection.json",
    title: "Collection for Postman",
    note: "All requests with examples, also for Insomnia",
    isFile: true,
  },
  { href: "/docs/overheard.bruno.zip", title: "Collection for Bruno", note: "The same as files", isFile: true },
  { href: "/llms.txt", title: "llms.txt", note: "For language models and agents: what to ask where" },
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
        title="Your first call"
        note="The tone of the last 30 days, in your language"
        actions={mayMake && <LinkButton to="/settings/access?make=token">Make a token</LinkButton>}
      >
        <ol className="steps">
          <li>
            {mayMake
              ? "Make a token for the Account API."
              : "Ask an admin of your account for a token of the Account API."}
          </li>
          <li>
            Keep it on your server, in the variable <code>OVERHEARD_TOKEN</code>.
          </li>
          <li>Ask. In JavaScript there is a client with types; elsewhere plain HTTP does.</li>
        </ol>
        <CodeForms
          label="The first call"
          forms={calls.map(({ name, code }) => ({ name, code: `${INSTALL_LINES[name] ?? ""}${code}` }))}
        />
      </Card>
      <Card title="Read" span={6}>
        <Links entries={REFERENCES} />
      </Card>
      <Card title="Take along" span={6}>
        <Links entries={FILES} />
      </Card>
      <Card title="Agents" note="Assistants ask the same questions as tools, by the Model Context Protocol" span={6}>
        <Code label="Settings of an agent" code={agentConfig(location.origin)} />
        <p className="soft">
          <a href="/docs/guides/agents/">How agents ask</a>
        </p>
      </Card>
      <Card title="Be told" note="Receivers of webhooks check the signature of every delivery" span={6}>
        <Code label="A receiver in JavaScript" code={RECEIVER} />
        <p className="soft">
          <a href="/docs/guides/webhooks/">Receivers in Node.js, Python, Rust, Go and PHP</a>
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
