import type { Metadata } from "next";
import { SessionsPage } from "@/components/settings/sessions-page";
import { personSessions } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "Sessions" };

export default async function Page() {
  const [sessions, { demo }] = await Promise.all([personSessions(), shellState()]);
  return <SessionsPage initialSessions={sessions} note={demo ? "Demo data" : undefined} />;
}
