"use client";
/** Takes text of a known form: an id, a domain, words. */

import type { TextFilter } from "@dealflow/contract/filters";
import { characters, isUuid, isWellFormed, MAX_TEXT_LENGTH, reduceDomain } from "@dealflow/contract/query/syntax";
import { useId, useState } from "react";
import { withValue } from "@/lib/filters/edit";
import { EntryField, Problem } from "./entry-field";
import { useFacet } from "./facet-context";

const FORMS: Readonly<
  Record<TextFilter["form"], { placeholder: string; expected: string; read(text: string): string | undefined }>
> = {
  id: {
    placeholder: "00000000-0000-0000-0000-000000000000",
    expected: "a valid id (UUID)",
    read: (text) => (isUuid(text) ? text.toLowerCase() : undefined),
  },
  domain: { placeholder: "example.com", expected: "a domain such as example.com", read: reduceDomain },
  search: {
    placeholder: "Words",
    expected: `up to ${MAX_TEXT_LENGTH} characters`,
    read: (text) => (isWellFormed(text) && characters(text) <= MAX_TEXT_LENGTH ? text : undefined),
  },
};

export function TextFacet({ filter }: { filter: TextFilter }) {
  const { query, edit } = useFacet();
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const form = FORMS[filter.form];

  function read(text: string): boolean {
    const value = text === "" ? undefined : form.read(text);
    if (text !== "" && value === undefined) {
      setProblem(`Enter ${form.expected}.`);
      return false;
    }
    setProblem(undefined);
    edit((before) => withValue(before, filter.param, value));
    return true;
  }

  return (
    <>
      <EntryField
        label={filter.label}
        placeholder={form.placeholder}
        inputMode={filter.form === "domain" ? "url" : "text"}
        text={String(query[filter.param] ?? "")}
        problemId={problem === undefined ? undefined : id}
        onText={read}
        onTyping={() => setProblem(undefined)}
      />
      <Problem id={id}>{problem}</Problem>
    </>
  );
}
