"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "@/components/ui/button";

/** Submit button of a staff form; ignores a second click while it waits. */
export function ActionButton(props: Omit<ButtonProps, "isWaiting">) {
  return <Button {...props} isWaiting={useFormStatus().pending} />;
}
