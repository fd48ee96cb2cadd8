"use client";

import { useEffect, useState } from "react";
import type { Failure, Outcome } from "@/app/_components/outcome";

/** What an action answers for a dialog that is open. `failed`: what went wrong; null: no answer came at all. */
export type Loaded<T> =
  | { status: "loading" }
  | { status: "there"; value: T }
  | { status: "failed"; failure: Failure | null; again: () => void };

/** Asks as soon as it is on the screen. `load` has to stay the same function. */
export function useLoaded<T>(load: () => Promise<Outcome<T>>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ status: "loading" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    const failed = (failure: Failure | null) =>
      setLoaded({ status: "failed", failure, again: () => setTries(tries + 1) });
    setLoaded({ status: "loading" });
    load().then(
      (outcome) => {
        if (left) return;
        if (outcome.ok) setLoaded({ status: "there", value: outcome.value });
        else failed(outcome);
      },
      () => {
        if (!left) failed(null);
      },
    );
    return () => {
      left = true;
    };
  }, [load, tries]);
  return loaded;
}
