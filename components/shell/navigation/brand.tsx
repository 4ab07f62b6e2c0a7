import { Link } from "@/components/ui/link";
import { Logo } from "./logo";

/** The name of the product links to the start page. */
export function Brand({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <Link
      href="/"
      className="focus-ring flex items-center gap-2 rounded-2"
      {...(onNavigate && { onClick: onNavigate })}
    >
      <Logo />
      Dealflow
    </Link>
  );
}
