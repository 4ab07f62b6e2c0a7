"use client";

import { INITIAL_CREDITS, LINK_PAGES, PEOPLE } from "@dealflow/contract/account-people";
import { useState } from "react";
import { FormProblem } from "@/components/shell/account-form";
import { Button, buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { loadNewDocument } from "@/lib/client/new-document";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";
import { cn } from "@/lib/cn";
import { useAccountAction } from "@/lib/queries/account";
import { AuthLink } from "./auth-link";
import { AUTH_FORM, WIDE } from "./auth-page";
import { authPageHref } from "./auth-pages";
import { confirmToken } from "./link-token";

/** Confirms the address of the person who opened the page with a link. `email`: of who is signed in. */
export function ConfirmAddress({ email }: { email: string | undefined }) {
  const token = confirmToken.use();
  const { busy, problem, run } = useAccountAction();
  const [done, setDone] = useState(false);

  if (done)
    return (
      <p role="status" className="mt-4">
        Your address is confirmed. <AuthLink href="/">Go to Dealflow</AuthLink>
      </p>
    );
  if (!token) return <p className="mt-4">Open this page from the link in your email.</p>;
  if (email === undefined)
    return (
      <div className={AUTH_FORM}>
        <p>Sign in with the account that this link is for. You'll return here afterwards.</p>
        <Link
          href={authPageHref("signIn", LINK_PAGES.confirm)}
          className={cn(buttonVariants({ variant: "primary" }), WIDE)}
        >
          Sign in
        </Link>
        <p className="text-12 text-text-2">
          You didn't create it? Someone may have used your address. To take the account over, set a password of your own
          with <AuthLink href={authPageHref("forgot")}>Forgot password?</AuthLink>
        </p>
      </div>
    );
  return (
    <div className={AUTH_FORM}>
      <p>
        Confirm {email} to get {INITIAL_CREDITS} credits.
      </p>
      <FormProblem of={{ problem, seconds: 0 }} />
      <Button
        variant="primary"
        className={WIDE}
        disabled={busy}
        onClick={() =>
          void run(async () => {
            const reply = await requestAccount(PEOPLE.confirmAddress, { body: { token } });
            if (!reply.ok) return asSentence(reply.message);
            setDone(true);
            confirmToken.clear();
            await loadNewDocument("/");
            return undefined;
          })
        }
      >
        Confirm address
      </Button>
    </div>
  );
}
