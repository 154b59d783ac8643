import { ErrorState } from "@/components/ui/error-state";

/** A page that failed, for the frame of the site. `reference` finds the cause in the log, where it stays. */
export function PageFailed({ reference }: { reference: string | undefined }) {
  return (
    <ErrorState
      title="This page cannot be shown at the moment"
      deck="The data could not be read, or something failed on our side. It was noted; a second try in a few seconds often helps."
      waysOutTitle="What you can do"
      waysOut={[
        { href: "", text: "Try again" },
        { href: "/", text: "Go to the first page" },
        { href: "/api/health", text: "Status of the service" },
      ]}
      reference={reference}
    />
  );
}
