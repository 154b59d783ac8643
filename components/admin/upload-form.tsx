"use client";

import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { REFUSAL_ID, SIGN_IN_PATH } from "@/lib/access/staff/roles/rules";
import { SessionEnded } from "./session-ended";
import { toUploadRefusal } from "./upload-words";

const MEGABYTE = 1_000_000;

type UploadFormProps = {
  fault: string | null;
  /** The draft whose files these replace; null for a new change set. */
  into: number | null;
};

const BROKEN = "The upload broke off: nothing was stored. Title and files are still chosen; send them again.";

/**
 * Uploads files, also without scripts. With scripts a refused upload keeps the chosen files, which no page could
 * choose again.
 */
export function UploadForm({ fault, into }: UploadFormProps) {
  const [progress, setProgress] = useState<{ sent: number; total: number } | null>(null);
  const [refusal, setRefusal] = useState<ReactNode>(toUploadRefusal(fault));
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDroppedFiles((files) => {
    if (input.current) input.current.files = files;
  });
  const refuse = (reason: ReactNode) => {
    setProgress(null);
    setRefusal(reason);
  };
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => setProgress({ sent: loaded, total });
    request.onload = () => {
      const { pathname, searchParams } = new URL(request.responseURL);
      if (request.status >= 400) refuse(BROKEN);
      else if (pathname === SIGN_IN_PATH) refuse(<SessionEnded kept="title and files are still chosen" />);
      else if (searchParams.has("fault")) refuse(toUploadRefusal(searchParams.get("fault")) ?? BROKEN);
      else window.location.assign(request.responseURL);
    };
    request.onerror = () => refuse(BROKEN);
    setRefusal(null);
    setProgress({ sent: 0, total: 1 });
    request.open("POST", event.currentTarget.action);
    request.send(new FormData(event.currentTarget));
  };
  const share = progress && progress.sent / progress.total;
  return (
    <form
      className="stack"
      action={into === null ? "/admin/changes/upload" : `/admin/changes/upload?into=${into}`}
      method="post"
      encType="multipart/form-data"
      onSubmit={send}
      aria-label="Upload files"
    >
      {refusal !== null && (
        <p className="form-refusal" id={REFUSAL_ID} role="alert" tabIndex={-1} ref={focus}>
          {refusal}
        </p>
      )}
      {into === null && <Field label="Title (if left empty, the names of the files)" name="title" isWide />}
      <div className="field">
        <label className="field-label" htmlFor="upload-files">
          Files, up to ten of 100 MB each
        </label>
        <input
          ref={input}
          className={isOver ? "control is-over" : "control"}
          id="upload-files"
          type="file"
          name="file"
          multiple
          required
        />
        <p className="field-hint">
          In any format that the command line takes; the header of a file tells which. Files can be dropped anywhere on
          this page.
        </p>
      </div>
      {progress && (
        <div className="job" role="status">
          <p>
            {share !== null && share < 1
              ? `${Math.round(progress.sent / MEGABYTE)} of ${Math.round(progress.total / MEGABYTE)} MB sent`
              : "All sent; it is being stored"}
          </p>
          <progress aria-label="Upload" value={share ?? 0} max={1} />
        </div>
      )}
      <Button isWaiting={progress !== null}>
        {into === null ? "Upload and check" : "Upload in place of these files"}
      </Button>
    </form>
  );
}

/** Takes files that are dropped on the page, which a browser would open instead. True while some are over it. */
function useDroppedFiles(take: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(event.type === "dragover");
      if (event.type === "drop") take(event.dataTransfer.files);
    };
    const kinds = ["dragover", "dragleave", "drop"] as const;
    for (const kind of kinds) window.addEventListener(kind, drag);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, drag);
    };
  });
  return isOver;
}

const focus = (drawn: HTMLElement | null) => drawn?.focus();
