import { Link } from "@/components/ui/link";
import { Logo } from "./logo";

/** The name of the product, which leads to the start page. */
export function Brand({ onGo }: { onGo?: () => void }) {
  return (
    <Link href="/" className="brand focus-ring" {...(onGo && { onClick: onGo })}>
      <Logo />
      Dealflow
    </Link>
  );
}
