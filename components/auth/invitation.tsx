"use client";

import { type InvitationPreview, LINK_PAGES, WORKSPACES } from "@dealflow/contract/account/people";
import { Button, buttonVariants } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { Link } from "@/components/ui/link";
import { loadNewDocument } from "@/lib/client/new-document";
import { cn } from "@/lib/cn";
import { useAccountMutation, useSignOut } from "@/lib/queries/account-mutation";
import { AuthLink } from "./auth-link";
import { AUTH_NOTE, AuthPage, WIDE } from "./auth-page";
import { authPageHref } from "./auth-pages";
import { invitationToken } from "./link-token";
import { useInvitation } from "./use-invitation";

/** The address of the signed-in person is undefined when nobody is signed in. */
interface Props {
  email: string | undefined;
}

/** Shows an invitation to anyone with its link, and lets the invited person join. */
export function Invitation({ email }: Props) {
  const token = invitationToken.use();
  const { data: invitation, error } = useInvitation(token);

  if (token === null)
    return (
      <AuthPage title="Invitation" foot={<Start />}>
        <p className="mt-4">Open this page from the link in your invitation.</p>
      </AuthPage>
    );
  if (token === undefined || (invitation === undefined && error === null))
    return (
      <AuthPage title="Invitation">
        <p role="status" className="mt-4 text-text-2">
          Loading invitation…
        </p>
      </AuthPage>
    );
  if (invitation === undefined)
    return (
      <AuthPage title="Invitation" foot={<Start />}>
        <p role="alert" className="mt-4">
          {error?.message}
        </p>
      </AuthPage>
    );
  return <Shown token={token} invitation={invitation} email={email} />;
}

function Start() {
  return <AuthLink href="/">Go to Dealflow</AuthLink>;
}

function Shown({ token, invitation, email }: Props & { token: string; invitation: InvitationPreview }) {
  return (
    <AuthPage title={`Join ${invitation.workspace}`} lead={`${invitation.invitedBy} invited you to this workspace.`}>
      <dl className="mt-5 grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-1.5 border-y border-line py-3.5 [&>dd]:wrap-anywhere [&>dt]:text-12 [&>dt]:text-text-2">
        <dt>Sent to</dt>
        <dd>{invitation.email}</dd>
        <dt>Role</dt>
        <dd>{invitation.role === "owner" ? "Owner" : "Member"}</dd>
      </dl>
      <div className="mt-5 grid gap-3">
        {email === undefined ? (
          <SignedOut address={invitation.email} />
        ) : email.toLowerCase() === invitation.email.toLowerCase() ? (
          <Join token={token} />
        ) : (
          <WrongAccount email={email} address={invitation.email} />
        )}
      </div>
    </AuthPage>
  );
}

function SignedOut({ address }: { address: string }) {
  return (
    <>
      <Link
        href={authPageHref("register", LINK_PAGES.invitation)}
        className={cn(buttonVariants({ variant: "primary" }), WIDE)}
      >
        Create an account
      </Link>
      <Link href={authPageHref("signIn", LINK_PAGES.invitation)} className={cn(buttonVariants(), WIDE)}>
        Sign in
      </Link>
      <p className={AUTH_NOTE}>
        Use {address}; this invitation works only for that address. You'll return here afterwards.
      </p>
    </>
  );
}

function Join({ token }: { token: string }) {
  const join = useAccountMutation(WORKSPACES.acceptInvitation, {
    onSuccess: () => {
      invitationToken.clear();
      return loadNewDocument("/");
    },
  });
  return (
    <>
      <FormProblem of={join} />
      <Button
        variant="primary"
        className={WIDE}
        disabled={join.isPending}
        onClick={() => join.mutate({ body: { token } })}
      >
        Join
      </Button>
    </>
  );
}

function WrongAccount({ email, address }: { email: string; address: string }) {
  const signOut = useSignOut(LINK_PAGES.invitation);
  return (
    <>
      <p>
        You're signed in as {email}, but this invitation is for {address}. Sign out, then sign in or create an account
        with that address.
      </p>
      <FormProblem of={signOut} />
      <Button className={WIDE} disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
      <p className="text-12">
        <AuthLink href="/">Stay signed in and go to Dealflow</AuthLink>
      </p>
    </>
  );
}
