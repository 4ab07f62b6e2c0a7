/** Describes one endpoint: its records, cost, parameters and statuses, with a form to try it. */
import type { ReferenceEndpoint, ReferenceStatus } from "@/lib/describe/reference";
import { Code, Strong } from "./code";
import { formEndpoint } from "./draft";
import { Parameters } from "./parameters";
import { Inline, Paragraph } from "./prose";
import { RequestPanel } from "./request-panel";
import { Section } from "./section";
import { Cell, HeadCell, Row, RowHead, Table, TableBody, TableHead } from "./table";
import { getAnchor } from "./text";
import { TryProvider } from "./try-state";

export function EndpointSection({ endpoint, apiUrl }: { endpoint: ReferenceEndpoint; apiUrl: string }) {
  const { title, body, parameters } = endpoint;
  const id = getAnchor(title);
  return (
    <Section id={id} title={title}>
      <p className="mb-3 wrap-anywhere">
        <Code>
          <Strong>{endpoint.method}</Strong> {endpoint.path}
        </Code>
      </p>
      <TryProvider endpoint={formEndpoint(endpoint)}>
        <div className="grid grid-cols-1 gap-x-10 gap-y-4 sheet:grid-cols-[minmax(0,1fr)_var(--sheet-wide)]">
          <div className="min-w-0">
            <Paragraph>
              {endpoint.summary}. <Inline text={endpoint.description} />
            </Paragraph>
            <Paragraph>
              <Strong>Cost</Strong> <Inline text={endpoint.cost} />
            </Paragraph>
            <Parameters
              id={id}
              title={body === undefined ? "Parameter" : "Field of the body"}
              parameters={body ?? parameters}
            />
          </div>
          <RequestPanel apiUrl={apiUrl} example={endpoint.exampleResponse} />
          <Statuses statuses={endpoint.statuses} />
        </div>
      </TryProvider>
    </Section>
  );
}

function Statuses({ statuses }: { statuses: readonly ReferenceStatus[] }) {
  return (
    <details className="min-w-0">
      <summary className="focus-ring cursor-pointer rounded-1 py-1 text-12/5 font-medium">
        Statuses{" "}
        <span className="ml-2 font-regular text-text-3">{statuses.map(({ status }) => status).join(", ")}</span>
      </summary>
      <Table>
        <TableHead>
          <HeadCell>Status</HeadCell>
          <HeadCell>Meaning</HeadCell>
          <HeadCell>What to do</HeadCell>
        </TableHead>
        <TableBody>
          {statuses.map(({ status, code, title, meaning, next, wait }) => (
            <Row key={status}>
              <RowHead>
                <Strong>{status}</Strong> {code === undefined ? title : <Code>{code}</Code>}
              </RowHead>
              <Cell head="Meaning">
                <Inline text={meaning} />
              </Cell>
              <Cell head="What to do">
                {next === undefined ? "–" : <Inline text={next} />}
                {wait !== undefined && (
                  <>
                    {" "}
                    Wait before retrying: <Inline text={wait} />.
                  </>
                )}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </details>
  );
}
