import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { Preview } from "./preview";
import "./auth.css";

/** The frame of the pages before signing in. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="auth">
      <div className="auth-side">
        <header className="auth-brand">
          <Logo />
          Dealflow
        </header>
        {children}
      </div>
      <Preview />
    </div>
  );
}
