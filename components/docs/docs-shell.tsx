import type { ReactNode } from "react";
import { ENDPOINT_PAGES } from "@/lib/pages/endpoint-pages";

const CONTENTS: readonly { title: string; links: readonly { name: string; href: string }[] }[] = [
  {
    title: "Start",
    links: [
      { name: "Quick start", href: "/docs" },
      { name: "Keys and limits", href: "/docs#limits" },
      { name: "Ask for a key", href: "/docs/keys" },
      { name: "Lists and pages", href: "/docs#pages" },
      { name: "Caching", href: "/docs/programs#caching" },
      { name: "Feeds", href: "/docs/programs#feeds" },
      { name: "Webhooks", href: "/docs/programs#webhooks" },
      { name: "Full examples", href: "/docs/programs" },
      { name: "Spreadsheets, Home Assistant", href: "/docs/programs#recipes" },
      { name: "Errors", href: "/docs/errors" },
      { name: "For agents", href: "/docs/agents" },
    ],
  },
  {
    title: "Endpoints",
    links: Object.entries(ENDPOINT_PAGES).map(([name, title]) => ({ name: title, href: `/docs/endpoints/${name}` })),
  },
  {
    title: "The data",
    links: [
      { name: "How the index is made", href: "/docs/methodology" },
      { name: "Codebook", href: "/docs/data" },
      { name: "Dates and versions", href: "/docs/time" },
      { name: "All versions", href: "/versions" },
      { name: "Publications", href: "/about#sources" },
      { name: "Price your app by country", href: "/multipliers" },
    ],
  },
  {
    title: "Promise",
    links: [
      { name: "What will not change", href: "/docs/changelog#stability" },
      { name: "Changelog", href: "/docs/changelog" },
    ],
  },
];

const Contents = ({ current }: { current: string }) =>
  CONTENTS.map(({ title, links }) => (
    <div key={title}>
      <p>{title}</p>
      <ul>
        {links.map(({ name, href }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? "page" : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));

export function DocsShell({
  current,
  title,
  deck,
  children,
}: {
  /** Address of the page, as in the contents. */
  current: string;
  title: string;
  deck: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="docs-frame">
      <div className="docs">
        <nav className="docs-nav" aria-label="Documentation">
          <Contents current={current} />
        </nav>
        <details className="docs-contents">
          <summary className="chevron">Contents</summary>
          <nav aria-label="Contents">
            <Contents current={current} />
          </nav>
        </details>
        <div className="docs-main">
          <h1 className="title">{title}</h1>
          <p className="deck">{deck}</p>
          {children}
        </div>
      </div>
    </div>
  );
}

export function DocsSection({
  id,
  title,
  code,
  children,
}: {
  id: string;
  title: string;
  code?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={code === undefined ? "doc doc-wide" : "doc"} id={id} aria-labelledby={`${id}-title`}>
      <div className="doc-head">
        <h2 className="finding finding-sub" id={`${id}-title`}>
          {title}
        </h2>
      </div>
      <div className="doc-text prose">{children}</div>
      {code !== undefined && <div className="doc-code">{code}</div>}
    </section>
  );
}
