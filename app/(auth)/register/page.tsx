import { INITIAL_CREDITS } from "@dealflow/contract/account/people";
import type { Metadata } from "next";
import { AuthLink } from "@/components/auth/auth-link";
import { AuthPage } from "@/components/auth/auth-page";
import { authPageHref } from "@/components/auth/auth-pages";
import { RegisterForm } from "@/components/auth/register-form";
import { readReturnPath, redirectIfSignedIn } from "@/lib/server/pages/auth-pages";
import type { PageSearch } from "@/lib/server/pages/page-search";

export const metadata: Metadata = { title: "Create an account" };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const to = await readReturnPath(searchParams);
  await redirectIfSignedIn(to);
  return (
    <AuthPage
      title="Create an account"
      lead={`Includes your own workspace and ${INITIAL_CREDITS} free credits. No card required.`}
      foot={
        <>
          Already have an account? <AuthLink href={authPageHref("signIn", to)}>Sign in</AuthLink>
        </>
      }
    >
      <RegisterForm to={to} />
    </AuthPage>
  );
}
