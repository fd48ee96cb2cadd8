/** Short notes at the edge of the screen. Callable from anywhere in the browser; `Toaster` shows them. */
export type ToastTone = "neutral" | "success" | "danger";
export type ToastAction = { label: string; onAction: () => void };
export type ToastOptions = {
  /** One thing to do about it, such as Undo or Try again. */
  action?: ToastAction;
  /** Milliseconds; longer by default where there is something to do. */
  duration?: number;
  /** A note with the same key takes the place of the older one. */
  key?: string;
};
export type ToastNote = {
  id: number;
  key: string | undefined;
  message: string;
  tone: ToastTone;
  action: ToastAction | undefined;
  duration: number;
};

const MOST = 3;
const listeners = new Set<() => void>();
let notes: readonly ToastNote[] = [];
let lastId = 0;

function set(next: readonly ToastNote[]): void {
  notes = next;
  for (const listener of listeners) listener();
}

function add(tone: ToastTone, message: string, { action, duration, key }: ToastOptions = {}): number {
  const note = {
    id: ++lastId,
    key,
    message,
    tone,
    action,
    duration: duration ?? (action || tone === "danger" ? 8_000 : 4_000),
  };
  const others = key === undefined ? notes : notes.filter((other) => other.key !== key);
  set([...others, note].slice(-MOST));
  return note.id;
}

export const toast = Object.assign((message: string, options?: ToastOptions) => add("neutral", message, options), {
  success: (message: string, options?: ToastOptions) => add("success", message, options),
  error: (message: string, options?: ToastOptions) => add("danger", message, options),
  dismiss: (id: number) => set(notes.filter((note) => note.id !== id)),
});

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  read: () => notes,
};
