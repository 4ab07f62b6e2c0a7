"use client";

import { INITIAL_CREDITS, LINK_PAGES, PEOPLE } from "@dealflow/contract/account/people";
import { Button, buttonVariants } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { Link } from "@/components/ui/link";
import { loadNewDocument } from "@/lib/client/new-document";
import { cn } from "@/lib/cn";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { AuthLink } from "./auth-link";
import { AUTH_FORM, WIDE } from "./auth-page";
import { authPageHref } from "./auth-pages";
import { confirmToken } from "./link-token";

/** Confirms the address of the person who opened the page with a link. `email` is that of the signed-in person. */
export function ConfirmAddress({ email }: { email: string | undefined }) {
  const token = confirmToken.use();
  const confirm = useAccountMutation(PEOPLE.confirmAddress, {
    onSuccess: () => {
      confirmToken.clear();
      return loadNewDocument("/");
    },
  });

  if (confirm.data !== undefined)
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
      <FormProblem of={confirm} />
      <Button
        variant="primary"
        className={WIDE}
        disabled={confirm.isPending}
        onClick={() => confirm.mutate({ body: { token } })}
      >
        Confirm address
      </Button>
    </div>
  );
}
