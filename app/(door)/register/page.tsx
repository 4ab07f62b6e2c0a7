import type { Metadata } from "next";
import { DoorAnchor } from "@/components/door/door-anchor";
import { doorLink } from "@/components/door/door-links";
import { DoorPage } from "@/components/door/door-page";
import { RegisterForm } from "@/components/door/register-form";
import { FIRST_CREDITS } from "@/lib/contract/account-people";
import { goingTo, passOn } from "@/lib/server/door-pages";
import type { PageSearch } from "@/lib/server/feed-page";

export const metadata: Metadata = { title: "Create an account" };

interface Props {
  searchParams: Promise<PageSearch>;
}

export default async function Page({ searchParams }: Props) {
  const to = await goingTo(searchParams);
  await passOn(to);
  return (
    <DoorPage
      title="Create an account"
      lead={`With a workspace of your own: ${FIRST_CREDITS} free credits, no card.`}
      foot={
        <>
          Registered already? <DoorAnchor href={doorLink("signIn", to)}>Sign in</DoorAnchor>
        </>
      }
    >
      <RegisterForm to={to} />
    </DoorPage>
  );
}
