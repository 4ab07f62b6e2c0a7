/** Spells addresses that outbound requests must never reach, and what the names among them resolve to. */
import type { Resolve } from "../resolve";

export const FORBIDDEN_TARGETS: readonly string[] = [
  // Loopback is spelled plain, short, decimal, hexadecimal, octal and mixed.
  "https://127.0.0.1/",
  "https://127.0.0.1./",
  "https://127.1/",
  "https://127.0.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0x7f.0.0.1/",
  "https://0x7F.0x0.0x0.0x1/",
  "https://017700000001/",
  "https://0177.0.0.1/",
  "https://0177.0.0.0x1/",
  "https://127.0.0.1:8443/",
  "https://127.255.255.254/",
  "https://%31%32%37.0.0.1/",
  // These have full-width digits and dots, circled digits, and the ideographic full stop.
  "https://１２７.0.0.1/",
  "https://①②⑦.⓪.⓪.①/",
  "https://127。0。0。1/",
  "https://127．0．0．1/",
  "https://[::1]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://[0000::0001]/",
  // These names are this machine's.
  "https://localhost/",
  "https://localhost./",
  "https://LOCALHOST/",
  "https://ⓛocalhost/",
  "https://api.localhost/",
  // These are unspecified.
  "https://0/",
  "https://0.0.0.0/",
  "https://0.1.2.3/",
  "https://[::]/",
  // These are private.
  "https://10.0.0.1/",
  "https://0xa000001/",
  "https://012.0.0.1/",
  "https://172.16.0.1/",
  "https://172.31.255.255/",
  "https://192.168.1.1/",
  "https://3232235777/",
  "https://[fc00::1]/",
  "https://[fd12:3456:789a::1]/",
  // These are link-local, or serve metadata.
  "https://169.254.169.254/latest/meta-data/",
  "https://2852039166/",
  "https://0xa9fea9fe/",
  "https://0251.0376.0251.0376/",
  "https://[fe80::1]/",
  "https://[fec0::1]/",
  "https://[fd00:ec2::254]/",
  "https://168.63.129.16/",
  "https://100.100.100.200/",
  "https://192.0.0.192/",
  // These are for carrier-grade NAT, benchmarking, documentation or multicast, reserved, or broadcast.
  "https://100.64.0.1/",
  "https://198.18.0.1/",
  "https://192.0.2.1/",
  "https://198.51.100.1/",
  "https://203.0.113.1/",
  "https://224.0.0.1/",
  "https://240.0.0.1/",
  "https://255.255.255.255/",
  "https://[ff02::1]/",
  "https://[2001:db8::1]/",
  "https://[100::1]/",
  // These forms of IPv4 in IPv6 are mapped, compatible, NAT64, 6to4 and Teredo.
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::ffff:8.8.8.8]/",
  "https://[::127.0.0.1]/",
  "https://[::ffff:0:127.0.0.1]/",
  "https://[64:ff9b::127.0.0.1]/",
  "https://[64:ff9b::a9fe:a9fe]/",
  "https://[64:ff9b:1::1]/",
  "https://[2002:7f00:1::]/",
  "https://[2001::1]/",
  // These have user information, or look like it.
  "https://user@93.184.215.14/",
  "https://user:password@public.example/",
  "https://public.example@127.0.0.1/",
  "https://public.example%40127.0.0.1/",
  "https://127.0.0.1\\@public.example/",
  "https://127.0.0.1#@public.example/",
  "https://127.0.0.1?@public.example/",
  // These names resolve to such addresses.
  "https://private.example/",
  "https://private.example./",
  "https://metadata.google.internal/computeMetadata/v1/",
  "https://one-private.example/",
  "https://mapped.example/",
  "https://nat64.example/",
  "https://six.example/",
  "https://bücher.example/",
  // These have other schemes and ports.
  "http://public.example/",
  "http://93.184.215.14/",
  "ftp://public.example/",
  "file:///etc/passwd",
  "gopher://127.0.0.1/",
  "javascript:alert(1)",
  "https://public.example:22/",
  "https://public.example:80/",
  "https://93.184.215.14:6379/",
  // The rest has no host.
  "",
  "https://",
  "https:///",
  "//public.example/",
  "public.example",
  "https://nowhere.example/",
];

export const PUBLIC_ADDRESS = "93.184.215.14";

const RESOLVED: Readonly<Record<string, readonly string[]>> = {
  "public.example": [PUBLIC_ADDRESS, "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "private.example": ["10.1.2.3"],
  "metadata.google.internal": ["169.254.169.254"],
  "one-private.example": [PUBLIC_ADDRESS, "192.168.0.10"],
  "mapped.example": ["::ffff:10.0.0.1"],
  "nat64.example": ["64:ff9b::a00:1"],
  "six.example": ["fd00::1"],
  "xn--bcher-kva.example": ["127.0.0.1"],
  localhost: ["127.0.0.1", "::1"],
  "api.localhost": ["127.0.0.1", "::1"],
};

export const resolveTestName: Resolve = async (hostname) => {
  const found = RESOLVED[hostname];
  if (found === undefined) throw new Error(`${hostname} does not exist`);
  return found;
};
