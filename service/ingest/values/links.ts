/** Reads web addresses, and tells a company's own domain from its page on a site that many share. */
import { reduceDomain } from "@dealflow/contract/query/syntax";
import { memoize } from "./memoize";
import { wordSet } from "./text";

/** Pages below these are of their members; the bare address is the site's own. */
const SHARED_HOSTS = wordSet(`
linkedin.com facebook.com fb.com fb.me twitter.com x.com instagram.com threads.net tiktok.com youtube.com youtu.be
crunchbase.com angel.co angellist.com wellfound.com pitchbook.com dealroom.co tracxn.com f6s.com producthunt.com
github.com gitlab.com medium.com substack.com reddit.com quora.com pinterest.com vimeo.com soundcloud.com xing.com
vk.com weibo.com baike.baidu.com t.me telegram.me wa.me discord.gg discord.com linktr.ee bio.link about.me
wikipedia.org wikidata.org glassdoor.com indeed.com welcometothejungle.com trustpilot.com yelp.com google.com bing.com
sites.google.com docs.google.com drive.google.com play.google.com goo.gl apps.apple.com itunes.apple.com bit.ly
tinyurl.com t.co eventbrite.com meetup.com kickstarter.com indiegogo.com gofundme.com patreon.com seedrs.com
crowdcube.com wefunder.com republic.com startengine.com societe.com pappers.fr opencorporates.com
find-and-update.company-information.service.gov.uk sec.gov etsy.com amazon.com ebay.com shopee.com notion.so`);

/** Mail at these says nothing about the company of the writer. */
const MAIL_HOSTS = wordSet(`
gmail.com googlemail.com hotmail.com outlook.com live.com yahoo.com icloud.com aol.com gmx.de gmx.net web.de
orange.fr wanadoo.fr free.fr laposte.net mail.ru qq.com 163.com protonmail.com proton.me`);

/**
 * A company's domain, or why there is none: the text is no domain, or it is a page on a site that many share. Such a page
 * may be the company's profile on the professional network.
 */
export type ReadDomain =
  | { readonly domain: string }
  | { readonly shared: string; readonly profile: string | null }
  | undefined;

/** No registry has these endings: `1.html` is a saved page. */
const FILE_NAME = /\.(?:html?|php|aspx?|jsp|pdf|csv|tsv|json|xml|txt|docx?|xlsx?|pptx?|jpe?g|png|gif|svg|webp)$/;

/** Reads a domain, a URL or a mail address; see `ReadDomain`. */
export const readDomain: (text: string) => ReadDomain = memoize((text) => {
  const domain = reduceDomain(text);
  if (domain === undefined || FILE_NAME.test(domain)) return undefined;
  const shared = sharedHost(domain);
  if (shared === undefined || !hasPath(text, shared)) return { domain };
  return { shared, profile: readProfile(text) };
});

function sharedHost(domain: string): string | undefined {
  if (MAIL_HOSTS.has(domain)) return domain;
  for (let rest = domain; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1))
    if (SHARED_HOSTS.has(rest)) return rest;
  return undefined;
}

function hasPath(text: string, host: string): boolean {
  return MAIL_HOSTS.has(host) || /[/?#][^/?#\s]/.test(text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""));
}

const PROFILE = /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/(company|school|showcase)\/([^/?#\s]+)/i;

/** Returns the address of a company's profile on the professional network in one spelling; null for other pages. */
function readProfile(text: string): string | null {
  const [, kind, name] = PROFILE.exec(text) ?? [];
  return kind === undefined || name === undefined
    ? null
    : `https://www.linkedin.com/${kind.toLowerCase()}/${name.toLowerCase()}`;
}

const HTTP = /^https?:\/\/\S+$/i;
/** A scheme is followed by something other than a port. */
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Exports write an address as an object, an element or a link: `{'url': 'https://…'}`, `<a href="https://…">`, `[Post](https://…)`. */
const QUOTED = /["'(]\s*(https?:\/\/[^\s"'<>()]+)\s*["')]/gi;

/** Returns the only address within other text that is quoted or in brackets. */
export function findQuotedUrl(text: string): string | undefined {
  const found = [...text.matchAll(QUOTED)].flatMap(([, url]) => url ?? []);
  return new Set(found).size === 1 ? found[0] : undefined;
}

/**
 * Returns an address of the web, also one quoted within a text, with `https://` before a bare host; undefined for other schemes
 * and plain text.
 */
export function readUrl(written: string): string | undefined {
  const text = HTTP.test(written) ? written : (findQuotedUrl(written) ?? written);
  if (HTTP.test(text)) return reduceHost(text) === undefined ? undefined : text;
  if (OTHER_SCHEME.test(text) || /\s/.test(text) || text.includes("@")) return undefined;
  const address = `https://${text.replace(/^\/\//, "")}`;
  return reduceHost(address) === undefined ? undefined : address;
}

function reduceHost(url: string): string | undefined {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(url)?.[1] ?? "";
  return PLAIN_HOST.test(host) ? host : reduceDomain(url);
}

const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
