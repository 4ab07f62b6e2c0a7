import { Link } from "@/components/ui/link";

export function AuthLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="focus-ring rounded-1 font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}
