"use client";

import { usePreferences } from "@/components/shell/preferences-provider";
import { Segmented } from "@/components/shell/segmented";

export function DensityControl() {
  const { density, choose } = usePreferences();
  return (
    <Segmented
      label="Rows"
      options={[
        { value: "compact", title: "Compact" },
        { value: "comfortable", title: "Comfortable" },
      ]}
      value={density}
      onChange={(value) => choose("density", value)}
    />
  );
}
