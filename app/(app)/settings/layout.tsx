import type { ReactNode } from "react";
import { SettingsFrame } from "@/components/settings/settings-page";
import packageFile from "@/package.json";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <SettingsFrame version={packageFile.version}>{children}</SettingsFrame>;
}
