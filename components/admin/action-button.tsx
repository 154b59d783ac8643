"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "@/components/ui/button";

/** The button of a form of the staff area: it waits visibly for the answer, and a second click does nothing. */
export function ActionButton(props: Omit<ButtonProps, "isWaiting">) {
  return <Button {...props} isWaiting={useFormStatus().pending} />;
}
