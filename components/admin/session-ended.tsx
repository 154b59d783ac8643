import type { Refused } from "@/lib/access/staff/actions/form-state-schema";
import { FRESH_SIGN_IN, SIGN_IN_PATH } from "@/lib/access/staff/roles/rules";

type Props = { kept: string; late?: Refused["late"] };

export function SessionEnded({ kept, late = "ended" }: Props) {
  const isStale = late === "stale";
  return (
    <>
      {isStale
        ? "This needs a sign-in of the last 15 minutes: nothing was saved."
        : "Your session has ended: nothing was saved."}{" "}
      <a href={isStale ? `${SIGN_IN_PATH}?done=${FRESH_SIGN_IN}` : SIGN_IN_PATH} target="_blank" rel="noopener">
        Sign in in another tab
      </a>
      , then send this form again; {kept}.
    </>
  );
}
