import type { Metadata } from "next";
import { DoorAnchor } from "@/components/door/door-anchor";
import { doorLink } from "@/components/door/door-links";
import { DoorPage } from "@/components/door/door-page";
import { RegisterForm } from "@/components/door/register-form";
import { INITIAL_CREDITS } from "@/lib/contract/account-people";
import { readReturnPath, redirectIfSignedIn } from "@/lib/server/auth-pages";
import type { PageSearch } from "@/lib/server/feed-page";

export const metadata: Metadata = { title: "Create an account" };

interface Props {
  searchParams: Promise<PageSearch>;
}

export default async function Page({ searchParams }: Props) {
  const to = await readReturnPath(searchParams);
  await redirectIfSignedIn(to);
  return (
    <DoorPage
      title="Create an account"
      lead={`With a workspace of your own: ${INITIAL_CREDITS} free credits, no card.`}
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
