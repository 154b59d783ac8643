"use client";

import { useContext } from "react";
import { Field, type FieldProps } from "@/components/ui/field";
import { SelectField, type SelectFieldProps } from "@/components/ui/select-field";
import { TextArea, type TextAreaProps } from "@/components/ui/text-area";
import { FormResult } from "./action-form";

/** What was typed into a field before, and what is wrong with it, as a sentence. */
function useResult(name: string, label: string): { typed?: string | undefined; error?: string | undefined } {
  const state = useContext(FormResult);
  if (state.kind !== "refused") return {};
  const error = state.errors[name];
  return { typed: state.values[name], error: error && `${label} ${error}.` };
}

export function ActionField(props: Omit<FieldProps, "error">) {
  const { typed, error } = useResult(props.name, props.label);
  return <Field {...props} defaultValue={typed ?? props.defaultValue} error={error} />;
}

export function ActionTextArea(props: Omit<TextAreaProps, "error">) {
  const { typed, error } = useResult(props.name, props.label);
  return <TextArea {...props} defaultValue={typed ?? props.defaultValue} error={error} />;
}

export function ActionSelect(props: SelectFieldProps) {
  const { typed } = useResult(props.name, props.label);
  const value = typed ?? props.value;
  // React puts a select back to its first state after an action; a new one begins with what was chosen.
  return <SelectField {...props} key={value} value={value} />;
}
