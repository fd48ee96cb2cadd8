/** The browser's time zone, for an account that is made on the way back from a provider. */
export const TIME_ZONE_COOKIE = "time_zone";

/** Set by a signed-in person who goes to a provider to connect it, for as long as that may take. */
export const CONNECT_COOKIE = "cadau-connect";
export const CONNECT_PATH = "/api/auth";
export const CONNECT_SECONDS = 10 * 60;
