/** The reference of the API: an index, every endpoint with a form to try it, and the guide. */
import { Menu } from "@/components/shell/menu";
import { SmallMeter } from "@/components/shell/meter";
import type { ReferenceEndpoint } from "@/lib/describe/reference";
import { Contents, type ContentsGroup } from "./contents";
import { EndpointSection } from "./endpoint-section";
import { anchorOf, type GuideSection } from "./guide";
import { NarrowContents } from "./narrow-contents";
import { Blocks } from "./prose";
import "./reference.css";

interface Props {
  endpoints: readonly ReferenceEndpoint[];
  guide: readonly GuideSection[];
  /** Public address of the API. */
  apiUrl: string;
  /** What kind of data the service holds, where that has to be said. */
  note: string | undefined;
}

const DOCUMENTS = [
  ["/openapi.json", "openapi.json"],
  ["/agents.md", "agents.md"],
  ["/llms.txt", "llms.txt"],
] as const;

export function ReferencePage({ endpoints, guide, apiUrl, note }: Props) {
  const groups: ContentsGroup[] = [
    {
      title: "Endpoints",
      items: endpoints.map(({ title }) => ({ id: anchorOf(title), title })),
    },
    { title: "Guide", items: guide.map(({ id, title }) => ({ id, title })) },
  ];
  return (
    <div className="reference">
      <header className="reference-bar">
        <Menu note={note} />
        <h1>API reference</h1>
        <p>{apiUrl}</p>
        <SmallMeter />
      </header>
      <nav className="reference-contents" aria-label="On this page">
        <Contents groups={groups} />
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className="reference-scroll focus-ring-inset" aria-label="Reference" tabIndex={0}>
        <NarrowContents groups={groups} />
        <div className="reference-page">
          <p className="reference-text">
            Try any endpoint here. Requests go through this dashboard, which adds its key; the key never reaches the
            browser. They're charged like any other request, so the button shows the price. Cached responses are free.
          </p>
          <p className="reference-text">
            For programs:{" "}
            {DOCUMENTS.map(([href, title], index) => (
              <span key={href}>
                {index > 0 && ", "}
                <a href={href} className="link focus-ring">
                  {title}
                </a>
              </span>
            ))}
          </p>
          {endpoints.map((endpoint) => (
            <EndpointSection key={endpoint.title} endpoint={endpoint} apiUrl={apiUrl} />
          ))}
          {guide.map(({ id, title, blocks }) => (
            <section key={id} id={id} className="reference-section reference-guide" data-testid="reference-section">
              <h2>{title}</h2>
              <Blocks blocks={blocks} />
            </section>
          ))}
        </div>
      </section>
    </div>
  );
}
