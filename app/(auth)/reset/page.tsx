import type { Metadata } from "next";
import { AuthPage } from "@/components/auth/auth-page";
import { ResetForm } from "@/components/auth/reset-form";
import { requireAccounts } from "@/lib/server/pages/auth-pages";

export const metadata: Metadata = { title: "New password" };

export default async function Page() {
  await requireAccounts();
  return (
    <AuthPage title="New password">
      <ResetForm />
    </AuthPage>
  );
}
