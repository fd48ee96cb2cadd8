import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an address stands in the public internet. Not: this machine, private and shared networks, link-local
 * addresses (where clouds keep their credentials), multicast, documentation, and the ways to write IPv4 in IPv6.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast";
  // Global unicast is all of 2000::/3; of the rest nothing is anybody's.
  return parsed.range() === "unicast" && (parsed.parts[0] ?? 0) >= 0x2000 && (parsed.parts[0] ?? 0) < 0x4000;
}
