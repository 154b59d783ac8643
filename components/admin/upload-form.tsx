"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";

const MEGABYTE = 1_000_000;

/** Form that uploads files; a plain form without scripts, and with its progress where scripts run. */
export function UploadForm({ fault }: { fault: string | null }) {
  const [progress, setProgress] = useState<{ sent: number; total: number } | null>(null);
  const [isBroken, setBroken] = useState(false);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => setProgress({ sent: loaded, total });
    request.onload = () => {
      if (request.status < 400) window.location.assign(request.responseURL);
      else request.onerror?.(new ProgressEvent("error"));
    };
    request.onerror = () => {
      setProgress(null);
      setBroken(true);
    };
    setBroken(false);
    setProgress({ sent: 0, total: 1 });
    request.open("POST", event.currentTarget.action);
    request.send(new FormData(event.currentTarget));
  };
  const share = progress && progress.sent / progress.total;
  return (
    <form
      className="stack"
      action="/admin/changes/upload"
      method="post"
      encType="multipart/form-data"
      onSubmit={send}
      aria-label="Upload files"
    >
      {(fault ?? isBroken) && (
        <p className="form-refusal" role="alert">
          {isBroken ? "The upload broke off: nothing was stored. The files are still chosen; send them again." : fault}
        </p>
      )}
      <Field label="Title; the names of the files when left empty" name="title" isWide />
      <div className="field">
        <label className="field-label" htmlFor="upload-files">
          Files, up to ten of 100 MB each
        </label>
        <input className="control" id="upload-files" type="file" name="file" multiple required />
        <p className="field-hint">In any of the formats of the command line, which the header of each file tells.</p>
      </div>
      {progress && (
        <div className="job" role="status">
          <p>
            {share !== null && share < 1
              ? `${Math.round(progress.sent / MEGABYTE)} of ${Math.round(progress.total / MEGABYTE)} MB are sent`
              : "All is sent; it is being stored"}
          </p>
          <progress aria-label="Upload" value={share ?? 0} max={1} />
        </div>
      )}
      <Button isWaiting={progress !== null}>Upload and check</Button>
    </form>
  );
}
