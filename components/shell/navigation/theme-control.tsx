import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { Segmented } from "@/components/ui/segmented";

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
