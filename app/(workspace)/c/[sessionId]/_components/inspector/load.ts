import { surely } from "@/app/_components/surely";
import { preloadDialog } from "@/app/_components/ui/dialog";

export const loadInspector = surely(() => import("./inspector"));

/** Fetches the inspector before it is asked for. */
export function preloadInspector(): void {
  preloadDialog();
  void loadInspector();
}
