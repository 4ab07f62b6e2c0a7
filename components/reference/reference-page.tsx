/** Shows the reference of the API: an index, every endpoint with a form to try it, and the guide. */

import { SmallMeter } from "@/components/shell/meter";
import { Menu } from "@/components/shell/navigation/menu";
import { BAR, BAR_TITLE } from "@/components/shell/page";
import { TEXT_LINK } from "@/components/ui/text-link";
import type { GuideSection } from "@/lib/describe/guide/blocks";
import type { ReferenceEndpoint } from "@/lib/describe/reference";
import { Contents, type ContentsGroup, NarrowContents } from "./contents";
import { EndpointSection } from "./endpoint-section";
import { Blocks, Paragraph } from "./prose";
import { Section } from "./section";
import { SignInLink } from "./sign-in-link";
import { getAnchor } from "./text";

interface Props {
  endpoints: readonly ReferenceEndpoint[];
  guide: readonly GuideSection[];
  apiUrl: string;
  /** It is true when nobody is signed in: requests can then be composed but not sent. */
  visit: boolean;
}

const DOCUMENTS = [
  ["/openapi.json", "openapi.json"],
  ["/agents.md", "agents.md"],
  ["/llms.txt", "llms.txt"],
] as const;

export function ReferencePage({ endpoints, guide, apiUrl, visit }: Props) {
  const listTitles = (titled: readonly { title: string }[]) =>
    titled.map(({ title }) => ({ id: getAnchor(title), title }));
  const groups: ContentsGroup[] = [
    { title: "Endpoints", items: listTitles(endpoints) },
    { title: "Guide", items: listTitles(guide) },
  ];
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[var(--bar-top)_minmax(0,1fr)] max-tablet:grid-rows-[52px_minmax(0,1fr)] max-tablet:[--chip:var(--row-touch)] max-tablet:[--control:var(--row-touch)] max-tablet:[&_:is(input,select)]:text-[16px]">
      <header className={`${BAR} col-span-full`}>
        {!visit && <Menu />}
        <h1 className={BAR_TITLE}>API reference</h1>
        <p className="min-w-0 flex-1 truncate text-12 text-text-2 max-tablet:invisible">{apiUrl}</p>
        {visit ? <SignInLink>Sign in</SignInLink> : <SmallMeter />}
      </header>
      <nav
        className="min-h-0 w-46 overflow-y-auto border-r border-line-strong p-2 max-panel:hidden sheet:w-54"
        aria-label="On this page"
      >
        <Contents groups={groups} />
      </nav>
      <section
        className="focus-ring-inset relative min-h-0 min-w-0 overflow-y-auto overscroll-contain"
        aria-label="Reference"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
        tabIndex={0}
      >
        <NarrowContents groups={groups} />
        <div className="max-w-[1720px] px-6 pt-5 pb-16 max-tablet:px-gutter max-tablet:pt-4">
          <Paragraph>
            {visit
              ? "Compose a request below and copy it as curl. To send it from this page, sign in. "
              : "Try any endpoint here. "}
            Requests go through this dashboard, which adds its key; the key never reaches the browser. They're charged
            like any other request, so the button shows the price. Cached responses are free.
          </Paragraph>
          <Paragraph>
            For programs:{" "}
            {DOCUMENTS.map(([href, title], index) => (
              <span key={href}>
                {index > 0 && ", "}
                <a href={href} className={TEXT_LINK}>
                  {title}
                </a>
              </span>
            ))}
          </Paragraph>
          {endpoints.map((endpoint) => (
            <EndpointSection key={endpoint.title} endpoint={endpoint} apiUrl={apiUrl} />
          ))}
          {guide.map(({ title, blocks }) => (
            <Section key={title} id={getAnchor(title)} title={title}>
              <Blocks blocks={blocks} />
            </Section>
          ))}
        </div>
      </section>
    </div>
  );
}
