"use client";
/** Renders the facets that are closed at first, by their kind. */
import type { DatesFilter, FlagFilter, TextFilter, TreeFilter } from "@dealflow/contract/filters";
import { DatesFacet } from "./dates-facet";
import { FlagFacet } from "./flag-facet";
import { TextFacet } from "./text-facet";
import { TreeFacet } from "./tree-facet";

export function ClosedFacet({ filter }: { filter: DatesFilter | FlagFilter | TextFilter | TreeFilter }) {
  switch (filter.kind) {
    case "dates":
      return <DatesFacet filter={filter} />;
    case "text":
      return <TextFacet filter={filter} />;
    case "tree":
      return <TreeFacet filter={filter} />;
    case "flag":
      return <FlagFacet filter={filter} />;
  }
}
