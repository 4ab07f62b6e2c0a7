/** One endpoint: what it answers and costs, what it takes, a form to try it, and what its statuses mean. */
import type { ReferenceEndpoint, ReferenceStatus } from "@/lib/describe/reference";
import { formEndpoint } from "./form";
import { anchorOf } from "./guide";
import { Parameters } from "./parameters";
import { Inline } from "./prose";
import { RequestPanel } from "./request-panel";
import { TryProvider } from "./try-state";

export function EndpointSection({ endpoint, apiUrl }: { endpoint: ReferenceEndpoint; apiUrl: string }) {
  const {
    method,
    path,
    title,
    summary,
    description,
    cost,
    parameters,
    body,
    statuses,
    exampleResponse: exampleAnswer,
  } = endpoint;
  const id = anchorOf(title);
  return (
    <section id={id} className="reference-section" data-testid="reference-section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className="reference-path">
        <code>
          <strong>{method}</strong> {path}
        </code>
      </p>
      <TryProvider endpoint={formEndpoint(endpoint)}>
        <div className="reference-columns">
          <div className="reference-words">
            <p className="reference-text">
              {summary}. <Inline text={description} />
            </p>
            <p className="reference-text">
              <strong>Cost</strong> <Inline text={cost} />
            </p>
            <Parameters
              id={id}
              title={body === undefined ? "Parameter" : "Field of the body"}
              parameters={body ?? parameters}
            />
          </div>
          <RequestPanel apiUrl={apiUrl} example={exampleAnswer} />
          <Statuses statuses={statuses} />
        </div>
      </TryProvider>
    </section>
  );
}

function Statuses({ statuses }: { statuses: readonly ReferenceStatus[] }) {
  return (
    <details className="reference-statuses">
      <summary className="focus-ring">
        Statuses <span className="reference-type">{statuses.map(({ status }) => status).join(", ")}</span>
      </summary>
      <table className="reference-table">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {statuses.map(({ status, code, title, meaning, next, wait }) => (
            <tr key={status}>
              <th scope="row">
                <strong>{status}</strong> {code === undefined ? title : <code>{code}</code>}
              </th>
              <td data-head="Meaning">
                <Inline text={meaning} />
              </td>
              <td data-head="What to do">
                {next === undefined ? "–" : <Inline text={next} />}
                {wait !== undefined && (
                  <>
                    {" "}
                    Wait before retrying: <Inline text={wait} />.
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
