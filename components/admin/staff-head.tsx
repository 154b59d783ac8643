import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "@/components/ui/breadcrumbs";

export type StaffHeadProps = {
  title: string;
  crumbs?: readonly Crumb[];
  children?: ReactNode;
  action?: ReactNode;
};

export function StaffHead({ title, crumbs, children, action }: StaffHeadProps) {
  return (
    <div className="staff-head">
      <div>
        {crumbs && <Breadcrumbs crumbs={crumbs} />}
        <h1 className="title title-staff">{title}</h1>
        {children && <p className="measure">{children}</p>}
      </div>
      {action && <div className="buttons">{action}</div>}
    </div>
  );
}
