/** The path of DEALFLOW_CHROMIUM, or of an installed Chromium or Chrome; undefined without any. */
export function systemBrowser(): string | undefined;
