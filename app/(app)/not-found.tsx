import { FEED_LINKS } from "@/components/shell/pages";
import { Link } from "@/components/ui/link";
import { TEXT_LINK } from "@/components/ui/text-link";

export default function NotFound() {
  return (
    <div className="max-w-measure px-gutter-page py-[72px]">
      <h1 className="text-15 font-semibold tracking-tight">Page not found</h1>
      <p className="mt-1.5 text-text-2">Try one of these:</p>
      <ul>
        {FEED_LINKS.map(({ href, title }) => (
          <li key={href} className="mt-1">
            <Link className={TEXT_LINK} href={href}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
