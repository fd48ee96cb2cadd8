/** As much of Mermaid as is used here. */
export type Mermaid = {
  initialize(settings: Record<string, unknown>): void;
  render(id: string, text: string, container: Element): Promise<{ svg: string }>;
};

let loading: Promise<Mermaid> | null = null;

/**
 * Mermaid in the one file that its makers build for pages, without parts that most diagrams do without. It is a script,
 * not a module, so it is loaded as one, when the first diagram comes into view. After a failure the next diagram tries again.
 */
export function loadMermaid(): Promise<Mermaid> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

function load(): Promise<Mermaid> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("@mermaid-js/tiny/dist/mermaid.tiny.js", import.meta.url).href;
    script.onload = () => {
      const { mermaid } = globalThis as typeof globalThis & { mermaid?: Mermaid };
      if (mermaid) resolve(mermaid);
      else reject(new Error("Mermaid's script brought no Mermaid."));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("Mermaid's script could not be loaded."));
    };
    document.head.append(script);
  });
}
