"use client";

import { LINK_HOURS, LINK_PAGES, PEOPLE } from "@dealflow/contract/account/people";
import { useEffect, useRef, useState } from "react";
import { Submit, useAccountForm } from "@/components/shell/account-form";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { PasswordField } from "@/components/ui/forms/password-field";
import { loadNewDocument } from "@/lib/client/new-document";
import { emailProblem, nameProblem, newPasswordProblem, PASSWORD_RULE } from "@/lib/client/person-rules";
import { AuthLink } from "./auth-link";
import { AUTH_FORM, EMAIL_FIELD, WIDE } from "./auth-page";
import { authPageHref } from "./auth-pages";
import { invitationToken } from "./link-token";
import { useInvitation } from "./use-invitation";

/** `to` is the path of the dashboard to continue to. */
export function RegisterForm({ to }: { to: string }) {
  const [sent, setSent] = useState<{ email: string; mail: boolean }>();
  const email = useInvitedAddress(to);
  const form = useAccountForm({
    endpoint: PEOPLE.register,
    fields: { name: nameProblem, email: emailProblem, password: newPasswordProblem },
    onDone: async ({ identity, mail }, element) => {
      if (identity !== null) return loadNewDocument(to);
      setSent({ email: String(new FormData(element).get("email") ?? "").trim(), mail });
    },
  });
  if (sent !== undefined)
    return (
      <div className={AUTH_FORM} role="status">
        <p>
          {sent.mail ? `We sent an email to ${sent.email}.` : "This server sends no email: the link is in its log."}{" "}
          Open its link within {LINK_HOURS.confirm} hours to confirm your address.
        </p>
        <p>
          You can <AuthLink href={authPageHref("signIn", to)}>sign in</AuthLink> before that.
        </p>
      </div>
    );
  return (
    <form className={AUTH_FORM} {...form.form}>
      <LabelledField {...form.field("name")} label="Name" autoComplete="name" autoFocus />
      <LabelledField {...form.field("email")} {...EMAIL_FIELD} ref={email} />
      <PasswordField {...form.field("password")} label="Password" autoComplete="new-password" hint={PASSWORD_RULE} />
      <Submit of={form} className={WIDE}>
        Create account
      </Submit>
    </form>
  );
}

/** Returns the ref of a field, which is filled with the address of an invitation that continues here, unless it has text. */
function useInvitedAddress(to: string) {
  const field = useRef<HTMLInputElement>(null);
  const token = invitationToken.use();
  const { data: invitation } = useInvitation(to === LINK_PAGES.invitation ? token : undefined);
  useEffect(() => {
    if (invitation !== undefined && field.current?.value === "") field.current.value = invitation.email;
  }, [invitation]);
  return field;
}
