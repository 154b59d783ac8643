import { z } from "zod";
import { Email, Password, Role } from "@/lib/access/staff/roles/schema";
import { StorableText } from "@/lib/contract/text";

const StaffId = z.object({ id: z.uuid() });

export const StaffAddForm = z.object({ email: Email, role: Role });
export const StaffForm = StaffId;
export const SessionForm = z.object({ id: z.uuid() });
export const PasskeyRemoveForm = z.object({ id: z.uuid() });
export const PasskeyForm = z.object({
  passkey_name: StorableText.trim().min(1, "is missing").max(100, "has at most 100 characters"),
  answer: z.string(),
});
export const StaffRoleForm = StaffId.extend({ role: Role });

const newPassword = { new_password: Password, repeated_password: z.string() };
type NewPassword = z.infer<z.ZodObject<typeof newPassword>>;
const isRepeated = (form: NewPassword) => form.new_password === form.repeated_password;
const asNotRepeated = { path: ["repeated_password"], error: "is not the same as the new one" };

export const LinkForm = z.object({ token: z.string().max(100) });
export const SetUpForm = LinkForm.extend(newPassword).refine(isRepeated, asNotRepeated);
export const PasswordForm = z
  .object({ ...newPassword, current_password: z.string().max(200) })
  .refine(isRepeated, asNotRepeated);
