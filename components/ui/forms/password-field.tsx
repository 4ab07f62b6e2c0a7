"use client";
/** A password field has a button that shows the typed password. */
import { type ComponentProps, useState } from "react";
import { LabelledField } from "./labelled-field";

export function PasswordField(props: Omit<ComponentProps<typeof LabelledField>, "type" | "inside">) {
  const [shown, setShown] = useState(false);
  return (
    <LabelledField
      autoCapitalize="none"
      autoCorrect="off"
      {...props}
      type={shown ? "text" : "password"}
      className="pr-14"
      inside={
        <button
          type="button"
          className="focus-ring absolute inset-y-1 right-1 cursor-pointer rounded-2 px-2 text-12 text-text-2 enabled:hover:text-text-1 disabled:cursor-default disabled:text-text-disabled"
          disabled={props.disabled}
          aria-label={`Show ${props.label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Hide" : "Show"}
        </button>
      }
    />
  );
}
