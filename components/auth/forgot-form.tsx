"use client";

import { LINK_HOURS, PEOPLE } from "@dealflow/contract/account/people";
import { useState } from "react";
import { Submit, useAccountForm } from "@/components/shell/account-form";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { emailProblem } from "@/lib/client/person-rules";
import { AUTH_FORM, EMAIL_FIELD, WIDE } from "./auth-page";

/** Requests a link; the response is the same whether there is such an account or not. */
export function ForgotForm() {
  const [sent, setSent] = useState<{ email: string; mail: boolean }>();
  const form = useAccountForm({
    endpoint: PEOPLE.forgot,
    fields: { email: emailProblem },
    onDone: ({ mail }, element) => {
      setSent({ email: String(new FormData(element).get("email") ?? "").trim(), mail });
    },
  });
  return (
    <>
      <form className={AUTH_FORM} {...form.form}>
        <LabelledField {...form.field("email")} {...EMAIL_FIELD} autoFocus />
        <Submit of={form} className={WIDE}>
          {sent === undefined ? "Send reset link" : "Send another link"}
        </Submit>
      </form>
      <div role="status">
        {sent && (
          <p className="mt-4">
            If {sent.email} has an account, its reset link {sent.mail ? "is on its way" : "is in the server log"}. It
            works once, within {LINK_HOURS.reset === 1 ? "one hour" : `${LINK_HOURS.reset} hours`}.
          </p>
        )}
      </div>
    </>
  );
}
