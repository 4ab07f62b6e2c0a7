"use client";

import type { ResponseOf } from "@dealflow/contract/account/endpoint";
import { PEOPLE } from "@dealflow/contract/account/people";
import { useState } from "react";
import { Submit, useAccountForm } from "@/components/shell/account-form";
import { PasswordField } from "@/components/ui/forms/password-field";
import { newPasswordProblem, PASSWORD_RULE } from "@/lib/client/person-rules";
import { AuthLink } from "./auth-link";
import { AUTH_FORM, WIDE } from "./auth-page";
import { AUTH_PAGES } from "./auth-pages";
import { resetToken } from "./link-token";

/** Sets a password for the person who opened the page with a link. */
export function ResetForm() {
  const token = resetToken.use();
  const [done, setDone] = useState<ResponseOf<typeof PEOPLE.reset>>();
  const form = useAccountForm({
    endpoint: PEOPLE.reset,
    fields: { password: newPasswordProblem },
    also: { token: token ?? "" },
    onDone: (reset) => {
      setDone(reset);
      resetToken.clear();
    },
  });
  // Another link opened in the meantime sets another password.
  if (done && token === null)
    return (
      <p role="status" className="mt-4">
        Password changed. You're signed out everywhere.{" "}
        {done.accessRevoked &&
          "Nobody had confirmed your address before, so API keys, webhooks and MCP connections made with the account were revoked. "}
        <AuthLink href={AUTH_PAGES.signIn}>Sign in</AuthLink>
      </p>
    );
  if (token === null)
    return (
      <p className="mt-4">
        Open this page from the link in your email, or <AuthLink href={AUTH_PAGES.forgot}>request a new one</AuthLink>.
      </p>
    );
  return (
    <form className={AUTH_FORM} {...form.form}>
      <PasswordField
        {...form.field("password")}
        label="New password"
        autoComplete="new-password"
        hint={`${PASSWORD_RULE} You'll be signed out everywhere.`}
        autoFocus
      />
      <Submit of={form} className={WIDE}>
        Set password
      </Submit>
      {form.problem !== undefined && (
        <p className="text-12">
          <AuthLink href={AUTH_PAGES.forgot}>Request a new link</AuthLink>
        </p>
      )}
    </form>
  );
}
