import type { Metadata } from "next";
import { AuthLink } from "@/components/auth/auth-link";
import { AUTH_FORM, AuthPage, WIDE } from "@/components/auth/auth-page";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/forms/password-field";
import { RETURN_TO } from "@/lib/filters/return-path";
import { UNLOCK_FORM, UNLOCK_ROUTE } from "@/lib/server/foreign/unlock-route";
import { isUnlocked, readReturnPath } from "@/lib/server/pages/auth-pages";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";

export const metadata: Metadata = { title: "Password" };

/** Protects the pages of a foreign host, whose credits every visitor would spend. A plain form: it needs no script. */
export default async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const to = await readReturnPath(searchParams);
  if (await isUnlocked(to)) return <Unlocked to={to} />;
  const params = toSearchParams(await searchParams);
  const problem = problemIn(params);
  return (
    <AuthPage title="Password" lead="This dashboard is password-protected.">
      <form className={AUTH_FORM} method="post" action={UNLOCK_ROUTE}>
        <input type="hidden" name={RETURN_TO} value={to} />
        <PasswordField
          label="Password"
          name={UNLOCK_FORM.password}
          autoComplete="current-password"
          problem={problem}
          required
          autoFocus
        />
        <Button type="submit" variant="primary" className={WIDE}>
          Unlock
        </Button>
      </form>
    </AuthPage>
  );
}

function Unlocked({ to }: { to: string }) {
  return (
    <AuthPage title="Unlocked in this browser" lead="You entered the password within the last 7 days.">
      <form className={AUTH_FORM} method="post" action={UNLOCK_ROUTE}>
        <p>
          <AuthLink href={to}>Continue</AuthLink>
        </p>
        <Button type="submit" name={UNLOCK_FORM.end} value="1" className={WIDE}>
          Lock
        </Button>
      </form>
    </AuthPage>
  );
}

/** Why the form was rejected, from the address. */
function problemIn(params: URLSearchParams): string | undefined {
  const seconds = /^\d{1,4}$/.exec(params.get(UNLOCK_FORM.wait) ?? "")?.[0];
  if (seconds !== undefined) return `Too many attempts. Try again in ${seconds} seconds.`;
  return params.has(UNLOCK_FORM.wrong) ? "Wrong password." : undefined;
}
