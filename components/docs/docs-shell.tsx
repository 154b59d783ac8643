import type { ReactNode } from "react";

export type DocsPage = "docs" | "errors" | "methodology" | "data" | "time" | "agents" | "keys";

const CONTENTS: readonly { title: string; links: readonly { name: string; href: string; page?: DocsPage }[] }[] = [
  {
    title: "Start",
    links: [
      { name: "Quick start", href: "/docs", page: "docs" },
      { name: "Keys and limits", href: "/docs#limits" },
      { name: "Ask for a key", href: "/docs/keys", page: "keys" },
      { name: "Lists and pages", href: "/docs#pages" },
      { name: "Caching", href: "/docs#caching" },
      { name: "Feeds", href: "/docs#feeds" },
      { name: "Full examples", href: "/docs#programs" },
      { name: "Errors", href: "/docs/errors", page: "errors" },
      { name: "For agents", href: "/docs/agents", page: "agents" },
    ],
  },
  {
    title: "Endpoints",
    links: [
      { name: "Services", href: "/docs#services" },
      { name: "One service", href: "/docs#services-slug" },
      { name: "Countries", href: "/docs#countries" },
      { name: "One country", href: "/docs#countries-code" },
      { name: "Prices", href: "/docs#prices" },
      { name: "History", href: "/docs#history" },
      { name: "Compare", href: "/docs#compare" },
      { name: "Export", href: "/docs#export" },
      { name: "Multipliers", href: "/docs#multipliers" },
      { name: "Offers", href: "/docs#offers" },
      { name: "Categories", href: "/docs#categories" },
      { name: "Exchange rates", href: "/docs#rates" },
      { name: "Sources", href: "/docs#sources" },
      { name: "Summary", href: "/docs#summary" },
    ],
  },
  {
    title: "The data",
    links: [
      { name: "How the index is made", href: "/docs/methodology", page: "methodology" },
      { name: "Codebook", href: "/docs/data", page: "data" },
      { name: "Dates and versions", href: "/docs/time", page: "time" },
      { name: "Versions", href: "/versions" },
      { name: "Publications", href: "/about#sources" },
    ],
  },
  {
    title: "Promise",
    links: [
      { name: "What will not change", href: "/docs#stability" },
      { name: "Changelog", href: "/docs#changelog" },
    ],
  },
];

const Contents = ({ current }: { current: DocsPage }) =>
  CONTENTS.map(({ title, links }) => (
    <div key={title}>
      <p>{title}</p>
      <ul>
        {links.map(({ name, href, page }) => (
          <li key={href}>
            <a href={href} aria-current={page === current ? "page" : undefined}>
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
  current: DocsPage;
  title: string;
  deck: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="docs">
      <nav className="docs-nav" aria-label="Documentation">
        <Contents current={current} />
      </nav>
      <details className="docs-contents">
        <summary className="chevron">Contents</summary>
        <nav aria-label="Documentation">
          <Contents current={current} />
        </nav>
      </details>
      <div className="docs-main">
        <h1 className="title">{title}</h1>
        <p className="deck">{deck}</p>
        {children}
      </div>
    </div>
  );
}

export function DocsSection({
  id,
  title,
  signature,
  code,
  children,
}: {
  id: string;
  title: string;
  signature?: string;
  code?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={code === undefined ? "doc doc-wide" : "doc"} id={id} aria-labelledby={`${id}-title`}>
      <div className="doc-head">
        <h2 className="finding finding-sub" id={`${id}-title`}>
          {title}
        </h2>
        {signature !== undefined && (
          <p className="endpoint">
            <span className="verb">GET</span> <code>{signature}</code>
          </p>
        )}
      </div>
      <div className="doc-text prose">{children}</div>
      {code !== undefined && <div className="doc-code">{code}</div>}
    </section>
  );
}
