import { SIGN_IN_PATH } from "@/lib/access/staff/rules";

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
