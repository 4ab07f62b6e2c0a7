"use client";

/** Shows a failed page within the shell. */
export { default } from "../error";
