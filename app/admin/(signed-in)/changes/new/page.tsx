import type { Metadata } from "next";
import { Fragment } from "react";
import { StaffHead } from "@/components/admin/staff-head";
import { UploadForm } from "@/components/admin/upload-form";
import { requireStaff } from "@/lib/access/staff/current-data";
import { TEMPLATE_PATHS } from "@/lib/desk/changes/uploads/template";
import type { SearchParams } from "@/lib/pages/query";

export const metadata: Metadata = { title: "Upload" };

/** As files that a spreadsheet opens. */
const LISTS = [
  { href: "/api/services?format=csv&bom=1", text: "products" },
  { href: "/api/categories?format=csv&bom=1", text: "categories" },
  { href: "/api/sources?format=csv&bom=1", text: "sources" },
  { href: "/api/countries?format=csv&bom=1", text: "codes of countries" },
  { href: "/api/rates?format=csv&bom=1", text: "currencies" },
];

export default async function NewChangeSetPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff("change.upload", "/admin/changes/new");
  const { fault } = await searchParams;
  return (
    <>
      <StaffHead title="Upload a file" crumbs={[{ name: "Changes", href: "/admin/changes" }]}>
        The files are checked by the code of the import, and the preview says what they would change. Nothing is written
        until it is approved.
      </StaffHead>
      <p className="section-note">
        A template of prices, with a header and what its columns take: <a href={TEMPLATE_PATHS.xlsx}>XLSX</a>,{" "}
        <a href={TEMPLATE_PATHS.csv}>CSV</a>. What may stand in it:{" "}
        {LISTS.map(({ href, text }, at) => (
          <Fragment key={href}>
            {at > 0 && ", "}
            <a href={href}>{text}</a>
          </Fragment>
        ))}
        .
      </p>
      <UploadForm fault={typeof fault === "string" ? fault : null} into={null} />
    </>
  );
}
