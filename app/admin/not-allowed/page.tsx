import { forbidden } from "next/navigation";

/** Where an action leads whose role does not allow it. */
export default function NotAllowedPage() {
  forbidden();
}
