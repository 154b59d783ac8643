import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "@/components/ui/breadcrumbs";

export type StaffHeadProps = {
  title: string;
  crumbs?: readonly Crumb[];
  children?: ReactNode;
  /** Main action of the page, at the end of the line. */
  action?: ReactNode;
};

/** Title of a staff page, its introduction and its main action. */
export function StaffHead({ title, crumbs, children, action }: StaffHeadProps) {
  return (
    <div className="staff-head">
      <div>
        {crumbs && <Breadcrumbs crumbs={crumbs} />}
        <h1 className="title title-staff">{title}</h1>
        {children && <p className="measure">{children}</p>}
      </div>
      {action}
    </div>
  );
}
