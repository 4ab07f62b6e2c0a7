import type { ReactNode } from "react";
import { SettingsFrame } from "@/components/settings/settings-page";
import { shellState } from "@/lib/server/pages/shell-state";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { demo } = await shellState();
  return <SettingsFrame note={demo ? "Demo data" : undefined}>{children}</SettingsFrame>;
}
