import { expect, it } from "vitest";
import { describeDevice } from "./device";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36 Edg/128.0`, "Edge on Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/128.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/128.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/128.0 Mobile Safari/604.1", "Chrome on iPhone"],
  ["Mozilla/5.0 (Linux; U) Goanna/6.7", "A browser on Linux"],
  ["curl/8.5.0", "curl"],
  ["node", "node"],
  ["Mozilla/5.0", "Unknown device"],
  ["<script>alert(1)</script>", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("%s is %s", (userAgent, words) => expect(describeDevice(userAgent)).toBe(words));
