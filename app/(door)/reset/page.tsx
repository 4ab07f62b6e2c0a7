import type { Metadata } from "next";
import { DoorPage } from "@/components/door/door-page";
import { ResetForm } from "@/components/door/reset-form";

export const metadata: Metadata = { title: "New password" };

export default function Page() {
  return (
    <DoorPage title="New password">
      <ResetForm />
    </DoorPage>
  );
}
