"use client";

import { type ReactNode, useContext } from "react";
import { Field, type FieldProps } from "@/components/ui/field";
import { SelectField, type SelectFieldProps } from "@/components/ui/select-field";
import { TextArea, type TextAreaProps } from "@/components/ui/text-area";
import { FormResult } from "./action-form";

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

export function ActionSelect(props: Omit<SelectFieldProps, "error">) {
  const { typed, error } = useResult(props.name, props.label);
  const value = typed ?? props.value;
  // React resets a select after an action; a new key creates one with the chosen value.
  return <SelectField {...props} key={value} value={value} error={error} />;
}

/** Says that the question of a form was seen: empty until it was asked. */
export function ActionSeen() {
  const state = useContext(FormResult);
  return <input type="hidden" name="seen" value={state.kind === "refused" ? (state.asks ?? "") : ""} />;
}

type ActionDetailsProps = {
  summary: string;
  /** Fields whose errors open it, and those inside it with what was typed. */
  names: readonly string[];
  children: ReactNode;
};

/** Folded fields that few need. */
export function ActionDetails({ summary, names, children }: ActionDetailsProps) {
  const state = useContext(FormResult);
  const isOpen = state.kind === "refused" && names.some((name) => state.errors[name] !== undefined);
  return (
    <details open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

type ActionCheckboxProps = {
  label: ReactNode;
  name: string;
  isChecked: boolean;
  className: string;
  form?: string;
};

export function ActionCheckbox({ label, name, isChecked, className, form }: ActionCheckboxProps) {
  const state = useContext(FormResult);
  const checked = state.kind === "refused" ? state.values[name] !== undefined : isChecked;
  return (
    <label className={className}>
      <input key={String(checked)} type="checkbox" name={name} form={form} defaultChecked={checked} /> {label}
    </label>
  );
}
