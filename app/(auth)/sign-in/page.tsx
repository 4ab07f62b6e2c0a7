import { INITIAL_CREDITS } from "@dealflow/contract/account/people";
import type { Metadata } from "next";
import { AuthLink } from "@/components/auth/auth-link";
import { AuthPage } from "@/components/auth/auth-page";
import { authPageHref } from "@/components/auth/auth-pages";
import { SignInForm } from "@/components/auth/sign-in-form";
import { readReturnPath, redirectIfSignedIn } from "@/lib/server/pages/auth-pages";
import { currentSignInOptions } from "@/lib/server/pages/identity";
import type { PageSearch } from "@/lib/server/pages/page-search";

export const metadata: Metadata = { title: "Sign in" };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const to = await readReturnPath(searchParams);
  await redirectIfSignedIn(to);
  const { demo } = await currentSignInOptions();
  return (
    <AuthPage
      title="Sign in"
      lead={
        to === "/"
          ? "Funding rounds, deals and executive moves. Every price is shown up front."
          : "You are signed out. Sign in to continue where you were."
      }
      foot={
        <>
          No account yet? <AuthLink href={authPageHref("register", to)}>Create one</AuthLink>, {INITIAL_CREDITS} free
          credits, no card
        </>
      }
    >
      <SignInForm to={to} demo={demo} />
    </AuthPage>
  );
}
