import { preloadDialog } from "@/app/_components/ui/dialog";

export const loadInspector = () => import("./inspector");

/** Fetches the inspector before it is asked for. */
export function preloadInspector(): void {
  preloadDialog();
  void loadInspector();
}
