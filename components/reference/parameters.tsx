/** What an endpoint takes: name, rule, allowed values, and the field in which it can be tried. */
import type { ReferenceParameter } from "@/lib/describe/reference";
import { CompaniesField } from "./companies-field";
import { Field } from "./field";
import { formOf, isLong } from "./form";
import { LongValues } from "./long-values";
import { Inline } from "./prose";

interface Props {
  /** Anchor of the endpoint. */
  id: string;
  /** Names the table. */
  title: string;
  parameters: readonly ReferenceParameter[];
}

export function Parameters({ id, title, parameters }: Props) {
  return (
    <table className="reference-parameters" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Rule</th>
          <th scope="col">Try with</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => (
          <Row key={parameter.name} id={`${id}-${parameter.name}`} parameter={parameter} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ id, parameter }: { id: string; parameter: ReferenceParameter }) {
  const { name, type, rule, required, allowed, default: standard } = parameter;
  const form = formOf(parameter);
  return (
    <tr>
      <th scope="row">
        <code id={id} className="reference-name" data-testid="parameter-name">
          {name}
        </code>
        <span className="reference-type">
          {type}
          {required && ", required"}
        </span>
      </th>
      <td>
        <Inline text={rule} />
        {standard !== undefined && (
          <>
            {" "}
            Default <code>{standard}</code>.
          </>
        )}
        {allowed !== undefined && (
          <div className="reference-allowed">
            {isLong(allowed) ? (
              <LongValues list={allowed.list} title={allowed.title} size={allowed.count} />
            ) : (
              allowed.values.map((value) => <code key={value}>{value}</code>)
            )}
          </div>
        )}
      </td>
      <td>
        {form === "companies" ? (
          <CompaniesField name={name} />
        ) : (
          <Field
            name={name}
            labelId={id}
            type={form === "list" ? "list" : fieldType(parameter)}
            values={type === "boolean" ? ["true", "false"] : (allowed?.values ?? [])}
            list={allowed !== undefined && isLong(allowed) ? allowed.list : undefined}
            standard={standard}
          />
        )}
      </td>
    </tr>
  );
}

function fieldType({ type, allowed }: ReferenceParameter): "text" | "number" | "choice" {
  if (type === "boolean" || (allowed !== undefined && !isLong(allowed))) return "choice";
  return type === "number" || type === "integer" ? "number" : "text";
}
