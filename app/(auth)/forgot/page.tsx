import type { Metadata } from "next";
import { AuthLink } from "@/components/auth/auth-link";
import { AuthPage } from "@/components/auth/auth-page";
import { authPageHref } from "@/components/auth/auth-pages";
import { ForgotForm } from "@/components/auth/forgot-form";
import { readReturnPath, requireAccounts } from "@/lib/server/auth-pages";
import type { PageSearch } from "@/lib/server/feed-page";
import { currentSignInOptions } from "@/lib/server/identity";

export const metadata: Metadata = { title: "Forgotten password" };

interface Props {
  searchParams: Promise<PageSearch>;
}

export default async function Page({ searchParams }: Props) {
  await requireAccounts();
  const [to, { mail }] = await Promise.all([readReturnPath(searchParams), currentSignInOptions()]);
  return (
    <AuthPage
      title="Forgotten password"
      lead={
        mail
          ? "A link to set a new one is sent to you."
          : "This service sends no mail: the link to set a new one stands in its log, where whoever runs it finds it."
      }
      foot={
        <>
          It came back to you? <AuthLink href={authPageHref("signIn", to)}>Sign in</AuthLink>
        </>
      }
    >
      <ForgotForm />
    </AuthPage>
  );
}
