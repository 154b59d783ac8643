import { countNoun, joinWords } from "@/lib/text/words";
import { KEY_REQUESTS_PATH } from "./key-requests/schema";
import { READINGS_PATH } from "./visitors/rules";

type ToDoCounts = {
  /** Change sets that the reader may approve, that somebody else has to, and drafts that have faults, failed or were sent back. */
  changes: { yours: number; others: number; faulty: number };
  /** Names; a source is one of these. */
  sources: { failing: readonly string[]; late: readonly string[]; silent: readonly string[] };
  addresses: number;
  reports: { visitor: number; check: number };
  readings: number;
  keyRequests: number;
  toVerify: number;
};
type ToDo = { key: string; text: string; href: string; note: string };

type Line = { key: string; count: number; one: string; many: string; href: string; note: string };

/** What to do at the desk, what holds up most first; nothing that is not due. */
export function listToDo({
  changes,
  sources,
  addresses,
  reports,
  readings,
  keyRequests,
  toVerify,
}: ToDoCounts): ToDo[] {
  const lines: Line[] = [
    {
      key: "yours",
      count: changes.yours,
      one: "change set waits for you",
      many: "change sets wait for you",
      href: "/admin/changes?state=waiting",
      note: "to be approved, sent back or published",
    },
    {
      key: "faulty",
      count: changes.faulty,
      one: "draft has faults, failed or was sent back",
      many: "drafts have faults, failed or were sent back",
      href: "/admin/changes?state=draft",
      note: "to be mended, or to go on without the bad rows",
    },
    {
      key: "sources",
      count: sources.failing.length + sources.late.length + sources.silent.length,
      one: "source is late, silent or failed",
      many: "sources are late, silent or failed",
      href: "#sources",
      note: describeSources(sources),
    },
    {
      key: "addresses",
      count: addresses,
      one: "address of a source waits for you",
      many: "addresses of sources wait for you",
      href: "#sources",
      note: "a second owner approves it",
    },
    {
      key: "reports",
      count: reports.visitor,
      one: "report from visitors is open",
      many: "reports from visitors are open",
      href: "/admin/reports?state=open&from=visitor",
      note: "to be corrected or closed",
    },
    {
      key: "readings",
      count: readings,
      one: "reading of a visitor is open",
      many: "readings of visitors are open",
      href: READINGS_PATH,
      note: "to take or decline",
    },
    {
      key: "keys",
      count: keyRequests,
      one: "key is asked for",
      many: "keys are asked for",
      href: KEY_REQUESTS_PATH,
      note: "to be issued or refused",
    },
    {
      key: "verify",
      count: toVerify,
      one: "price is to be read again",
      many: "prices are to be read again",
      href: "/admin/verify",
      note: "the most asked for and the oldest first",
    },
    {
      key: "outliers",
      count: reports.check,
      one: "price looks unusual",
      many: "prices look unusual",
      href: "/admin/reports?state=open&from=check",
      note: "found by the check of a publish",
    },
    {
      key: "others",
      count: changes.others,
      one: "change set waits for somebody else",
      many: "change sets wait for somebody else",
      href: "/admin/changes?state=waiting",
      note: "for people who had no hand in them",
    },
  ];
  return lines
    .filter(({ count }) => count > 0)
    .map(({ key, count, one, many, href, note }) => ({ key, text: countNoun(count, one, many), href, note }));
}

function describeSources({ failing, late, silent }: ToDoCounts["sources"]): string {
  const kinds = [
    { names: silent, are: "silent" },
    { names: late, are: "late" },
    { names: failing, are: "failed last time" },
  ];
  return kinds
    .filter(({ names }) => names.length > 0)
    .map(({ names, are }) => `${are}: ${joinWords(names)}`)
    .join("; ");
}
