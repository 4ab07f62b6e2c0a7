import type { Metadata } from "next";
import { Invitation } from "@/components/auth/invitation";
import { requireAccounts } from "@/lib/server/pages/auth-pages";
import { currentIdentity } from "@/lib/server/pages/identity";

export const metadata: Metadata = { title: "Invitation" };

export default async function Page() {
  await requireAccounts();
  const identity = await currentIdentity();
  return <Invitation email={identity?.person.email} />;
}
