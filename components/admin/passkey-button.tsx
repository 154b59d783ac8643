"use client";

import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { useRouter } from "next/navigation";
import { type MouseEvent, useEffect, useRef, useState } from "react";

/** Options of the browser for signing in by a passkey (`get`) or making one (`create`). */
export type PasskeyOffer =
  | { get: PublicKeyCredentialRequestOptionsJSON }
  | { create: PublicKeyCredentialCreationOptionsJSON };

type PasskeyButtonProps = { offer: PasskeyOffer; look: "filled" | "plain"; children: string };

/** Offers are over after 15 minutes. */
const RENEW_MS = 10 * 60_000;

/** Asks the browser for a passkey, then sends the form that it stands in with the answer. */
export function PasskeyButton({ offer, look, children }: PasskeyButtonProps) {
  const router = useRouter();
  const [fault, setFault] = useState<string | null>(null);
  const answer = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), RENEW_MS);
    return () => clearInterval(timer);
  }, [router]);
  const press = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (form === null || answer.current === null || !form.reportValidity()) return;
    setFault(null);
    try {
      answer.current.value = JSON.stringify(await ask(offer));
      form.requestSubmit();
    } catch (error) {
      setFault(explain(error instanceof Error ? error.name : ""));
    }
  };
  return (
    <div className="stack needs-script">
      <input ref={answer} type="hidden" name="answer" />
      {fault !== null && (
        <p className="form-refusal" role="alert">
          {fault}
        </p>
      )}
      <div>
        <button className={look === "filled" ? "button" : "button button-plain"} type="button" onClick={press}>
          {children}
        </button>
      </div>
    </div>
  );
}

const ask = (offer: PasskeyOffer) =>
  "get" in offer ? startAuthentication({ optionsJSON: offer.get }) : startRegistration({ optionsJSON: offer.create });

const FAULTS: Readonly<Record<string, string>> = {
  NotAllowedError: "No passkey was given: it was not confirmed, or took too long. Try again.",
  InvalidStateError: "This device has a passkey of yours already.",
  SecurityError: "Passkeys work only at the address that this site names itself by, under https or at localhost.",
};

const explain = (name: string): string =>
  FAULTS[name] ?? "This browser has no passkeys, or the page was not opened by https.";
