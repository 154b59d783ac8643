import { toHref } from "@/lib/pages/query";

export function ForgetChoices({ isRemembered, back }: { isRemembered: boolean; back: string }) {
  return (
    <p className="settings-note">
      Remembered on this device, in a cookie.{" "}
      {isRemembered && <a href={toHref("/preferences", { forget: 1, back })}>Forget</a>}
    </p>
  );
}
