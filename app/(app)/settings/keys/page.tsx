import type { Metadata } from "next";
import { KeysPage } from "@/components/settings/keys-page";
import { workspaceKeys } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "API keys" };

export default async function Page() {
  const [keys, { demo }] = await Promise.all([workspaceKeys(), shellState()]);
  return <KeysPage initialKeys={keys} note={demo ? "Demo data" : undefined} />;
}
