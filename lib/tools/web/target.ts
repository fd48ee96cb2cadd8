import { isIP } from "node:net";
import { ToolFailure } from "@/lib/tools/tool";
import { isPublic } from "./address";

/** Which addresses may be asked. A test gives others. */
export type Rules = { isAllowed: (address: string) => boolean; isPort: (port: number) => boolean };

/** Where websites stand. On other ports other services listen, which must not be spoken to in the name of a model. */
const PORTS = [80, 443, 8080, 8443];
export const PUBLIC: Rules = { isAllowed: isPublic, isPort: (port) => PORTS.includes(port) };

const LONGEST = 4_000;

export const refused = (message: string) => new ToolFailure("refused", message);
const bad = () =>
  new ToolFailure("invalid_input", "That is no address of a web page. It begins with http:// or https://.");

/**
 * The address of a page, checked as far as it can be before its name is looked up. The standard's parser has brought
 * every way to write an address (decimal, octal, short) to one.
 */
export function targetOf(given: string, rules: Rules, base?: URL): URL {
  if (given.length > LONGEST || !URL.canParse(given, base)) throw bad();
  const url = new URL(given, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw bad();
  if (url.username !== "" || url.password !== "")
    throw refused("An address with a user name or a password is not read.");
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (!rules.isPort(port)) throw refused(`Port ${port} is not read; only 80, 443, 8080 and 8443 are.`);
  const host = hostOf(url);
  // A literal is never looked up, so that it is checked here.
  if (isIP(host) !== 0 && !rules.isAllowed(host)) throw notPublic();
  url.hash = "";
  return url;
}

/** The host as a socket takes it: an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

export const notPublic = () => refused("That address is not in the public internet, and is not read.");
