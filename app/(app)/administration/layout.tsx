import type { ReactNode } from "react";
import { PageGroup } from "@/components/shell/page-group";
import { ADMINISTRATION_LINKS } from "@/components/shell/pages";

export default function AdministrationLayout({ children }: { children: ReactNode }) {
  return (
    <PageGroup title="Administration" links={ADMINISTRATION_LINKS}>
      {children}
    </PageGroup>
  );
}
