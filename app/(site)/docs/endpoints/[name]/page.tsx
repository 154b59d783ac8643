import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CONTRACTS } from "@/app/api/contracts";
import { DocsShell } from "@/components/docs/docs-shell";
import { MarkedText } from "@/components/docs/marked-text";
import { Operation } from "@/components/docs/operation";
import { PROBLEM_KINDS } from "@/lib/api/problem";
import { findExample, readDocument } from "@/lib/openapi/data";
import { readReference } from "@/lib/openapi/reference";
import { ENDPOINT_PAGES } from "@/lib/pages/endpoint-pages";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";

type Props = { params: Promise<{ name: string }> };

const NAMES = Object.keys(ENDPOINT_PAGES);
const hrefOf = (name: string) => `/docs/endpoints/${name}`;
const errorHrefOf = (status: number) =>
  `/docs/errors#${PROBLEM_KINDS.find((kind) => kind.status === status)?.kind ?? "form"}`;

async function readOperation(name: string) {
  const version = await readPageVersion({});
  const operation = readReference(await readDocument(version)).find(({ anchor }) => anchor === name);
  const endpoint = CONTRACTS.find(({ operationId }) => operationId === operation?.id);
  if (operation === undefined || endpoint === undefined) notFound();
  return { operation, example: await findExample(version, endpoint) };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await params;
  const { operation } = await readOperation(name);
  return describePage({
    title: `${operation.summary}: GET ${operation.path}`,
    description: operation.description.replaceAll("`", "").split("\n")[0] ?? "",
    path: hrefOf(name),
    image: "/image/pages/docs.png",
  });
}

export default async function EndpointPage({ params }: Props) {
  const { name } = await params;
  const { operation, example } = await readOperation(name);
  const at = NAMES.indexOf(name);
  const neighbours = [
    ["Previous", NAMES[at - 1]],
    ["Next", NAMES[at + 1]],
  ] as const;
  return (
    <DocsShell
      current={hrefOf(name)}
      title={operation.summary}
      deck={
        <>
          <code>GET {operation.path}</code>. <MarkedText text={operation.description} />
        </>
      }
    >
      <Operation operation={operation} example={example} errorHrefOf={errorHrefOf} />
      <nav className="docs-neighbours" aria-label="Other endpoints">
        {neighbours.map(
          ([word, neighbour]) =>
            neighbour !== undefined && (
              <a key={word} href={hrefOf(neighbour)}>
                {word}: {ENDPOINT_PAGES[neighbour]}
              </a>
            ),
        )}
      </nav>
    </DocsShell>
  );
}
