import type { ReactNode } from "react";
import { SiteFooter, type SiteFooterProps } from "./site-footer";
import { SiteHeader, type SiteHeaderProps } from "./site-header";

export type PageShellProps = { header: SiteHeaderProps; footer: SiteFooterProps; children: ReactNode };

/** `children` bring their own `.section`s. */
export function PageShell({ header, footer, children }: PageShellProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <SiteHeader {...header} />
      <main id="main" className="wrap">
        {children}
      </main>
      <SiteFooter {...footer} />
    </>
  );
}
