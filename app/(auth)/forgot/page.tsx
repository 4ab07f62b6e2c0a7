import type { Metadata } from "next";
import { AuthLink } from "@/components/auth/auth-link";
import { AuthPage } from "@/components/auth/auth-page";
import { authPageHref } from "@/components/auth/auth-pages";
import { ForgotForm } from "@/components/auth/forgot-form";
import { readReturnPath, requireAccounts } from "@/lib/server/pages/auth-pages";
import { currentSignInOptions } from "@/lib/server/pages/identity";
import type { PageSearch } from "@/lib/server/pages/page-search";

export const metadata: Metadata = { title: "Forgot password" };

export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  await requireAccounts();
  const [to, { mail }] = await Promise.all([readReturnPath(searchParams), currentSignInOptions()]);
  return (
    <AuthPage
      title="Forgot password"
      lead={
        mail
          ? "We'll email you a link to set a new one."
          : "This server doesn't send email. Your administrator can find the reset link in the server log."
      }
      foot={
        <>
          Remembered it? <AuthLink href={authPageHref("signIn", to)}>Sign in</AuthLink>
        </>
      }
    >
      <ForgotForm />
    </AuthPage>
  );
}
