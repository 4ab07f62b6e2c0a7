"use client";
import type { Feed } from "@dealflow/contract/feeds";
import type { ComponentProps } from "react";
import { ORDERS, orderIndex } from "../orders";
import { FacetSection } from "./facet-section";

type Shared = Pick<ComponentProps<typeof FacetSection>, "query" | "edit" | "records" | "summary" | "plain" | "touch">;

export function OrderSection({ feed, ...shared }: Shared & { feed: Feed }) {
  const order = orderIndex(shared.query);
  return (
    <FacetSection
      {...shared}
      filter={undefined}
      parameters={feed.order.map(({ param }) => param)}
      title="Order"
      text={ORDERS[order]?.title}
      active={order > 0}
      widened={undefined}
      opensFirst={false}
    />
  );
}
