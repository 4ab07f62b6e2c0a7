"use client";

import { PEOPLE } from "@dealflow/contract/account-people";
import { useId, useState } from "react";
import { FormProblem, Submit, useAccountForm } from "@/components/shell/account-form";
import { LabelledField } from "@/components/ui/labelled-field";
import { PasswordField } from "@/components/ui/password-field";
import { PriceTag } from "@/components/ui/price-tag";
import { loadNewDocument } from "@/lib/client/new-document";
import { emailProblem, passwordProblem } from "@/lib/client/person-rules";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";
import { FREE } from "@/lib/format/price";
import { AuthLink } from "./auth-link";
import { AUTH_FORM, AUTH_NOTE, WIDE } from "./auth-page";
import { authPageHref } from "./auth-pages";

interface Props {
  /** Own path to continue to. */
  to: string;
  /** There is a demo account. */
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
        <LabelledField
          {...form.field("email")}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
        />
        <PasswordField
          {...form.field("password")}
          label="Password"
          autoComplete="current-password"
          beside={<AuthLink href={authPageHref("forgot", to)}>Forgot password?</AuthLink>}
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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const note = useId();

  async function open() {
    setBusy(true);
    setProblem(undefined);
    const reply = await requestAccount(PEOPLE.signInDemo);
    if (reply.ok) await loadNewDocument(to);
    else setProblem(asSentence(reply.message));
    setBusy(false);
  }

  return (
    <>
      <p className="my-5 flex items-center gap-4 text-12 text-text-2 before:flex-1 before:border-t before:border-line-strong after:flex-1 after:border-t after:border-line-strong">
        or
      </p>
      <PriceTag
        price={{ ...FREE, words: "free" }}
        className={`${WIDE} bg-surface`}
        disabled={busy}
        aria-describedby={note}
        onClick={() => void open()}
      >
        Use the demo account
      </PriceTag>
      <p id={note} className={AUTH_NOTE}>
        Sample data and free credits. Shared by everyone on this server.
      </p>
      <FormProblem of={{ problem, seconds: 0 }} />
    </>
  );
}
