import { Link } from "@/components/ui/link";
import { Logo } from "./logo";

/** The name of the product, which leads to the start page. */
export function Brand({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <Link href="/" className="brand focus-ring" {...(onNavigate && { onClick: onNavigate })}>
      <Logo />
      Dealflow
    </Link>
  );
}
