import type { Metadata } from "next";
import { DoorPage } from "@/components/door/door-page";
import { ResetForm } from "@/components/door/reset-form";
import { requireAccounts } from "@/lib/server/auth-pages";

export const metadata: Metadata = { title: "New password" };

export default async function Page() {
  await requireAccounts();
  return (
    <DoorPage title="New password">
      <ResetForm />
    </DoorPage>
  );
}
