"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "@/components/ui/button";

/** Submit button of a staff form: shows that it waits for the answer, and ignores a second click. */
export function ActionButton(props: Omit<ButtonProps, "isWaiting">) {
  return <Button {...props} isWaiting={useFormStatus().pending} />;
}
