import type { ReactNode } from "react";
import { DoorFrame } from "@/components/door/door-frame";

/** Layout of the pages before signing in. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return <DoorFrame>{children}</DoorFrame>;
}
