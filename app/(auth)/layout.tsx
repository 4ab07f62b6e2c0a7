import type { ReactNode } from "react";
import { AuthFrame } from "@/components/auth/auth-frame";

/** Layout of the pages before signing in. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return <AuthFrame>{children}</AuthFrame>;
}
