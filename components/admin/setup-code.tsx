"use client";

import { useEffect, useState } from "react";
import { ActionField } from "./action-fields";

/** Takes the code from behind the # of the link; without scripts it is pasted. */
export function SetupCode() {
  const [code, setCode] = useState<string>();
  useEffect(() => {
    const given = window.location.hash.slice(1);
    if (given === "" || given.startsWith("refused")) return;
    setCode(given);
    window.history.replaceState(null, "", window.location.pathname);
  }, []);
  return (
    <ActionField
      key={code}
      label="Code: what stands behind # in the link"
      name="token"
      defaultValue={code}
      autoComplete="off"
      isRequired
    />
  );
}
