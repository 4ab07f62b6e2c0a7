import type { ReactNode } from "react";
import { PageGroup } from "@/components/shell/page-group";
import { SETTINGS_LINKS } from "@/components/shell/pages";
import packageFile from "@/package.json";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  const version = <p className="px-gutter pt-6 text-12 text-text-2">Dealflow {packageFile.version}</p>;
  return (
    <PageGroup title="Settings" links={SETTINGS_LINKS} foot={version}>
      {children}
    </PageGroup>
  );
}
