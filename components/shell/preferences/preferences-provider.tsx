import { createContext, type ReactNode, useContext, useState } from "react";
import { CHART_STRIPS, DENSITIES, LETTER_KEYS, type Preferences, preferenceCookie, THEMES } from "./preferences";

interface Chosen extends Preferences {
  /** Applies a choice immediately and saves it. */
  choose: <Name extends keyof Preferences>(name: Name, value: Preferences[Name]) => void;
}

const Context = createContext<Chosen | undefined>(undefined);

const DEFAULTS: Preferences = {
  theme: THEMES[0],
  density: DENSITIES[0],
  keys: LETTER_KEYS[0],
  charts: CHART_STRIPS[0],
  chartHeight: undefined,
};

export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [preferences, setPreferences] = useState(initial);

  const choose: Chosen["choose"] = (name, value) => {
    setPreferences((now) => ({ ...now, [name]: value }));
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = preferenceCookie(name, String(value), value === DEFAULTS[name]);
    if (name === "theme") {
      if (value === DEFAULTS.theme) delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = String(value);
    }
    if (name === "density") document.documentElement.dataset.density = String(value);
  };

  return <Context value={{ ...preferences, choose }}>{children}</Context>;
}

export function usePreferences(): Chosen {
  const chosen = useContext(Context);
  if (chosen === undefined) throw new Error("usePreferences needs a PreferencesProvider above it");
  return chosen;
}
