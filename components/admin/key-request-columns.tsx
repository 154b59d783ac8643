import type { Column } from "@/components/ui/data-table";
import { KEY_REQUESTS_PATH, type KeyRequest } from "@/lib/desk/key-requests/schema";
import { formatCount } from "@/lib/text/format";
import { formatInstant } from "@/lib/text/format-instant";

export const KEY_REQUEST_COLUMNS: readonly Column<KeyRequest>[] = [
  {
    key: "who",
    head: "Who asks",
    isRowHead: true,
    className: "free-text",
    cell: ({ id, name, email }) => (
      <>
        <a href={`${KEY_REQUESTS_PATH}/${id}`}>{name}</a>
        {email && <span className="sub">{email}</span>}
      </>
    ),
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "limit",
    head: "A minute",
    align: "end",
    unit: { after: " a minute" },
    cell: ({ requestsPerMinute }) => formatCount(requestsPerMinute),
    stacked: "1 / 3",
  },
  {
    key: "purpose",
    head: "What for",
    className: "free-text",
    cell: ({ purpose }) => purpose,
    stacked: "2 / 1 / 3 / 4",
  },
  { key: "at", head: "Came in (UTC)", cell: ({ at }) => formatInstant(at), stacked: "3 / 1 / 4 / 3" },
  {
    key: "answer",
    head: "Answer",
    cell: ({ outcome, answer }) => (
      <>
        {outcome ?? "open"}
        {answer && <span className="sub">{answer}</span>}
      </>
    ),
    stacked: "4 / 1 / 5 / 4",
  },
];
