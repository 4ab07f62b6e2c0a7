import { Brand } from "./brand";
import { Meter } from "./meter";
import { Navigation } from "./navigation";
import { PaletteButton } from "./palette-button";
import { ThemeControl } from "./theme-control";

/** Pages, the meter and the theme: at the left of every page, on phones in the menu. */
export function Sidebar() {
  return (
    <div className="sidebar">
      <p className="sidebar-brand">
        <Brand />
        <PaletteButton />
      </p>
      <Navigation />
      <Meter />
      <div className="sidebar-foot">
        <ThemeControl />
      </div>
    </div>
  );
}
