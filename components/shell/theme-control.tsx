"use client";

import { Segmented } from "@/components/ui/segmented";
import { usePreferences } from "./preferences-provider";

export function ThemeControl() {
  const { theme, choose } = usePreferences();
  return (
    <Segmented
      label="Theme"
      options={[
        { value: "system", title: "System" },
        { value: "light", title: "Light" },
        { value: "dark", title: "Dark" },
      ]}
      value={theme}
      onChange={(value) => choose("theme", value)}
    />
  );
}
