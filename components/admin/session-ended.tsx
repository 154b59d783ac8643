import { SIGN_IN_PATH } from "@/lib/access/staff/rules";

/** Sentence about a form that was sent after its session had ended; `kept` names what the page still has. */
export function SessionEnded({ kept }: { kept: string }) {
  return (
    <>
      Your session has ended: nothing was saved.{" "}
      <a href={SIGN_IN_PATH} target="_blank" rel="noopener">
        Sign in in another tab
      </a>
      , then send this form again; {kept}.
    </>
  );
}
