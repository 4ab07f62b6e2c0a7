import type { Metadata } from "next";
import { DoorAnchor } from "@/components/door/door-anchor";
import { doorLink } from "@/components/door/door-links";
import { DoorPage } from "@/components/door/door-page";
import { SignInForm } from "@/components/door/sign-in-form";
import { INITIAL_CREDITS } from "@/lib/contract/account-people";
import { readReturnPath, redirectIfSignedIn } from "@/lib/server/auth-pages";
import type { PageSearch } from "@/lib/server/feed-page";
import { currentSignInOptions } from "@/lib/server/identity";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  searchParams: Promise<PageSearch>;
}

export default async function Page({ searchParams }: Props) {
  const to = await readReturnPath(searchParams);
  await redirectIfSignedIn(to);
  const { demo } = await currentSignInOptions();
  return (
    <DoorPage
      title="Sign in"
      lead="Rounds, deals and moves, with the price on every control."
      foot={
        <>
          No account yet? <DoorAnchor href={doorLink("register", to)}>Create one</DoorAnchor>, {INITIAL_CREDITS} free
          credits, no card
        </>
      }
    >
      <SignInForm to={to} demo={demo} />
    </DoorPage>
  );
}
