"use client";

import { Submit, useAccountForm } from "@/components/shell/account-form";
import { LabelledField } from "@/components/ui/labelled-field";
import { PasswordField } from "@/components/ui/password-field";
import { loadNewDocument } from "@/lib/client/new-document";
import { emailProblem, nameProblem, newPasswordProblem, PASSWORD_RULE } from "@/lib/client/person-rules";
import { PEOPLE } from "@/lib/contract/account-people";
import { AUTH_FORM, WIDE } from "./auth-page";

/** `to`: own path to continue to. */
export function RegisterForm({ to }: { to: string }) {
  const form = useAccountForm({
    endpoint: PEOPLE.register,
    fields: { name: nameProblem, email: emailProblem, password: newPasswordProblem },
    onDone: () => loadNewDocument(to),
  });
  return (
    <form className={AUTH_FORM} {...form.form}>
      <LabelledField {...form.field("name")} label="Name" autoComplete="name" autoFocus />
      <LabelledField
        {...form.field("email")}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField {...form.field("password")} label="Password" autoComplete="new-password" hint={PASSWORD_RULE} />
      <Submit of={form} className={WIDE}>
        Create account
      </Submit>
    </form>
  );
}
