import type { Metadata } from "next";
import { DoorAnchor } from "@/components/door/door-anchor";
import { doorLink } from "@/components/door/door-links";
import { DoorPage } from "@/components/door/door-page";
import { ForgotForm } from "@/components/door/forgot-form";
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
    <DoorPage
      title="Forgotten password"
      lead={
        mail
          ? "A link to set a new one is sent to you."
          : "This service sends no mail: the link to set a new one stands in its log, where whoever runs it finds it."
      }
      foot={
        <>
          It came back to you? <DoorAnchor href={doorLink("signIn", to)}>Sign in</DoorAnchor>
        </>
      }
    >
      <ForgotForm />
    </DoorPage>
  );
}
