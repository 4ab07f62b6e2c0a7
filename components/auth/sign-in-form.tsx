"use client";

import { PEOPLE } from "@dealflow/contract/account/people";
import { useId } from "react";
import { Submit, useAccountForm } from "@/components/shell/account-form";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { PasswordField } from "@/components/ui/forms/password-field";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { loadNewDocument } from "@/lib/client/new-document";
import { emailProblem, passwordProblem } from "@/lib/client/person-rules";
import { FREE } from "@/lib/format/price";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { AuthLink } from "./auth-link";
import { AUTH_FORM, AUTH_NOTE, EMAIL_FIELD, WIDE } from "./auth-page";
import { authPageHref } from "./auth-pages";

interface Props {
  /** Signing in continues to this path of the dashboard. */
  to: string;
  demo: boolean;
}

export function SignInForm({ to, demo }: Props) {
  const form = useAccountForm({
    endpoint: PEOPLE.signIn,
    fields: { email: emailProblem, password: passwordProblem },
    onDone: () => loadNewDocument(to),
  });
  return (
    <>
      <form className={AUTH_FORM} {...form.form}>
        <LabelledField {...form.field("email")} {...EMAIL_FIELD} autoFocus />
        <PasswordField
          {...form.field("password")}
          label="Password"
          autoComplete="current-password"
          labelLink={<AuthLink href={authPageHref("forgot", to)}>Forgot password?</AuthLink>}
        />
        <Submit of={form} className={WIDE}>
          Sign in
        </Submit>
      </form>
      {demo && <Demo to={to} />}
    </>
  );
}

function Demo({ to }: { to: string }) {
  const open = useAccountMutation(PEOPLE.signInDemo, { onSuccess: () => loadNewDocument(to) });
  const note = useId();
  return (
    <>
      <p className="my-5 flex items-center gap-4 text-12 text-text-2 before:flex-1 before:border-t before:border-line-strong after:flex-1 after:border-t after:border-line-strong">
        or
      </p>
      <PriceTag
        price={{ ...FREE, words: "free" }}
        className={`${WIDE} bg-surface`}
        disabled={open.isPending}
        aria-describedby={note}
        onClick={() => open.mutate()}
      >
        Use the demo account
      </PriceTag>
      <p id={note} className={AUTH_NOTE}>
        Sample data and free credits. Shared by everyone on this server.
      </p>
      <FormProblem of={open} />
    </>
  );
}
