import { FEED_LINKS } from "@/components/shell/pages";
import { TextLink } from "@/components/ui/link";

export default function NotFound() {
  return (
    <div className="max-w-measure px-gutter-page py-[72px]">
      <h1 className="text-15 font-semibold tracking-tight">Page not found</h1>
      <p className="mt-1.5 text-text-2">Try one of these:</p>
      <ul>
        {FEED_LINKS.map(({ href, title }) => (
          <li key={href} className="mt-1">
            <TextLink href={href}>{title}</TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
