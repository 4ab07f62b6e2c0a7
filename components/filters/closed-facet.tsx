"use client";
/** The facets that nobody sees before opening them, by their kind. */
import type { DatesFilter, FlagFilter, TextFilter } from "@/lib/contract/filters";
import { DatesFacet } from "./dates-facet";
import { FlagFacet } from "./flag-facet";
import { TextFacet } from "./text-facet";

export function ClosedFacet({ filter }: { filter: DatesFilter | FlagFilter | TextFilter }) {
  switch (filter.kind) {
    case "dates":
      return <DatesFacet filter={filter} />;
    case "text":
      return <TextFacet filter={filter} />;
    case "flag":
      return <FlagFacet filter={filter} />;
  }
}
