/** Lists the parameters of an endpoint: name, rule, allowed values, and the field in which each can be tried. */

import { cn } from "@/lib/cn";
import type { ReferenceParameter } from "@/lib/describe/reference";
import { Code } from "./code";
import { CompaniesField } from "./companies-field";
import { createForm, isLong } from "./draft";
import { Field } from "./field";
import { LongValues } from "./long-values";
import { Inline } from "./prose";
import { Cell, HeadCell, Row, RowHead, Table, TableBody, TableHead } from "./table";

interface Props {
  id: string;
  title: string;
  parameters: readonly ReferenceParameter[];
}

export function Parameters({ id, title, parameters }: Props) {
  const wide = parameters.some((parameter) => createForm(parameter) === "companies");
  return (
    <Table className="table-fixed wrap-anywhere" aria-label={title}>
      <TableHead>
        <HeadCell className="w-44">{title}</HeadCell>
        <HeadCell>Rule</HeadCell>
        <HeadCell className={cn("pr-0", wide ? "w-85" : "w-54")}>Try with</HeadCell>
      </TableHead>
      <TableBody>
        {parameters.map((parameter) => (
          <ParameterRow key={parameter.name} id={`${id}-${parameter.name}`} parameter={parameter} />
        ))}
      </TableBody>
    </Table>
  );
}

function ParameterRow({ id, parameter }: { id: string; parameter: ReferenceParameter }) {
  const { name, type, rule, required, allowed, default: standard } = parameter;
  const form = createForm(parameter);
  return (
    <Row>
      <RowHead>
        <Code
          id={id}
          className="block font-medium @max-[700px]/section:mr-2 @max-[700px]/section:inline"
          data-testid="parameter-name"
        >
          {name}
        </Code>
        <span className="text-text-3">
          {type}
          {required && ", required"}
        </span>
      </RowHead>
      <Cell>
        <Inline text={rule} />
        {standard !== undefined && (
          <>
            {" "}
            Default <Code>{standard}</Code>.
          </>
        )}
        {allowed !== undefined && (
          <div className="mt-1.5 flex flex-wrap gap-x-2.5 gap-y-1">
            {isLong(allowed) ? (
              <LongValues list={allowed.list} title={allowed.title} size={allowed.count} />
            ) : (
              allowed.values.map((value) => <Code key={value}>{value}</Code>)
            )}
          </div>
        )}
      </Cell>
      <Cell className="pr-0">
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
      </Cell>
    </Row>
  );
}

function fieldType({ type, allowed }: ReferenceParameter): "text" | "number" | "choice" {
  if (type === "boolean" || (allowed !== undefined && !isLong(allowed))) return "choice";
  return type === "number" || type === "integer" ? "number" : "text";
}
