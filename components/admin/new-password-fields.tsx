import { ActionField } from "./action-fields";

export function NewPasswordFields() {
  return (
    <>
      <ActionField
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        isRequired
        hint="At least 12 characters; a sentence is good."
      />
      <ActionField
        label="Repeated password"
        name="repeated_password"
        type="password"
        autoComplete="new-password"
        isRequired
      />
    </>
  );
}
