import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { hostOf, notPublic, type Rules } from "./target";

export type Lookup = (host: string) => Promise<LookupAddress[]>;

/** All addresses of a name, as the machine finds them. */
export const lookUp: Lookup = (host) =>
  new Promise((resolve, reject) =>
    systemLookup(host, { all: true, verbatim: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );

/**
 * The look-up of one connection: the address that was checked is the one that is connected to, whatever the name
 * resolves to a moment later. A name that leads inside with one of its addresses leads nowhere.
 */
function checkedLookup(rules: Rules, lookup: Lookup): LookupFunction {
  return (host, options, done) => {
    lookup(host).then(
      (found) => {
        const wanted = options.family === 4 || options.family === 6 ? options.family : null;
        const usable = found.filter(({ family }) => wanted === null || family === wanted);
        const [first] = usable;
        if (!found.every(({ address }) => rules.isAllowed(address))) done(notPublic(), "", 0);
        else if (!first) done(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), "", 0);
        else if (options.all) done(null, usable);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(Object.assign(error, {}), "", 0),
    );
  };
}

const HEADERS = {
  accept: "text/html,application/xhtml+xml,text/plain,text/markdown,application/json;q=0.9,*/*;q=0.1",
  "accept-encoding": "gzip, deflate, br",
  "accept-language": "*",
  "user-agent": "Mozilla/5.0 (compatible; Cadau)",
};

/** One GET, no redirect followed. The body is still to be read. No cookies, no proxy, no connection kept. */
export function get(
  url: URL,
  { rules, lookup, signal }: { rules: Rules; lookup: Lookup; signal: AbortSignal },
): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const options = {
    ...{ host: hostOf(url), port: url.port || undefined, path: `${url.pathname}${url.search}`, method: "GET" },
    ...{ headers: { ...HEADERS, host: url.host }, signal, maxHeaderSize: 32 * 1024 },
    lookup: checkedLookup(rules, lookup),
  };
  return new Promise((resolve, reject) => {
    const request = isSecure
      ? httpsRequest({ ...options, agent: new HttpsAgent({ keepAlive: false }) }, resolve)
      : httpRequest({ ...options, agent: new HttpAgent({ keepAlive: false }) }, resolve);
    request.on("error", reject);
    request.end();
  });
}
