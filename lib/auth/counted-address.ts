import { isIPv6 } from "node:net";

/** A network address as attempts are counted: an IPv6 client owns a whole /64, so that is one address. */
export function countedAddress(given: string): string {
  // A socket that takes both families shows IPv4 clients in IPv6 clothes.
  const address = given.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIPv6(address) ? `${network(address)}::/64` : address.slice(0, 64);
}

function network(address: string): string {
  const [before = "", after] = address.split("%", 1)[0]?.split("::") ?? [];
  const head = before === "" ? [] : before.split(":");
  const tail = after ? after.split(":") : [];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
