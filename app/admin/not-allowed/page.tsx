import { forbidden } from "next/navigation";

/** Answers 403 to an action that the role does not allow: Next would make it a 404 without scripts. */
export default function NotAllowedPage() {
  forbidden();
}
