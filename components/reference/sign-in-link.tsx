import { TEXT_LINK } from "@/components/ui/text-link";
import { authPageUrl, SIGN_IN_PAGE } from "@/lib/filters/return-path";

/** Loads a new document, because a visitor's page holds nothing of a workspace. */
export function SignInLink({ children }: { children: string }) {
  return (
    <a href={authPageUrl(SIGN_IN_PAGE, "/reference")} className={TEXT_LINK}>
      {children}
    </a>
  );
}
