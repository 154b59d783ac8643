import { notFound } from "next/navigation";

/** Every address that no other page answers: so that the not-found page stands in the frame of the site. */
export default function NoPage() {
  notFound();
}
