"use client";

import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The time, renewed by the minute and when the tab is looked at again; first the server's, so that both paint the same. */
export function useToday(serverNow: number): Date {
  const [now, setNow] = useState(() => new Date(serverNow));
  useEffect(() => {
    const renew = () => setNow(new Date());
    // A page that was painted long ago, or restored, begins with the day of now.
    renew();
    const timer = setInterval(renew, MINUTE_MS);
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, []);
  return now;
}
