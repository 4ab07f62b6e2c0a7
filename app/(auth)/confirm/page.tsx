import type { Metadata } from "next";
import { AuthPage } from "@/components/auth/auth-page";
import { ConfirmAddress } from "@/components/auth/confirm-address";
import { requireAccounts } from "@/lib/server/pages/auth-pages";
import { currentIdentity } from "@/lib/server/pages/identity";

export const metadata: Metadata = { title: "Confirm address" };

export default async function Page() {
  await requireAccounts();
  const identity = await currentIdentity();
  return (
    <AuthPage title="Confirm your address">
      <ConfirmAddress email={identity?.person.email} />
    </AuthPage>
  );
}
