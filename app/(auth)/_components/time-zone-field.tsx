"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const unknownZone = () => "";

/** Sends the browser's time zone with a form. */
export function TimeZoneField() {
  const zone = useSyncExternalStore(never, browserZone, unknownZone);
  return <input type="hidden" name="timeZone" value={zone} />;
}
