import { forbidden } from "next/navigation";

/** Answers 403, which Next would turn into a 404 without scripts. */
export default function NotAllowedPage() {
  forbidden();
}
