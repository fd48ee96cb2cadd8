import { ApiProblem } from "@/app/_components/api-client";
import { uploadFile } from "@/app/_components/files/upload";
import { type Attachment, isAttachment } from "./attachment";

/** A file beside what is being typed. */
export type Upload = {
  key: string;
  name: string;
  bytes: number;
  /** Of an image: shown before the server has it. */
  preview: string | null;
} & (
  | { state: "uploading"; share: number }
  | { state: "ready"; file: Attachment }
  | { state: "refused"; error: unknown }
);

type Listener = () => void;
const NONE: readonly Upload[] = [];
/** As many as the server takes with one message, unless it was told otherwise. */
export const MOST_FILES = 10;

/**
 * The files beside what is being typed, by conversation: they go on coming when another one is opened, and those that
 * have come outlive a reload.
 */
class Uploads {
  readonly #lists = new Map<string, readonly Upload[]>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #aborts = new Map<string, AbortController>();
  readonly #restored = new Set<string>();

  list(conversation: string): readonly Upload[] {
    return this.#lists.get(conversation) ?? NONE;
  }

  subscribe(conversation: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(conversation) ?? new Set();
    this.#listeners.set(conversation, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Brings back what an earlier page of this browser had ready. */
  restore(conversation: string): void {
    if (this.#restored.has(conversation)) return;
    this.#restored.add(conversation);
    const kept = readKept(conversation);
    if (kept.length > 0) this.put(conversation, kept);
  }

  add(conversation: string, files: readonly File[]): void {
    const room = Math.max(0, MOST_FILES - this.list(conversation).length);
    const added = files.map((file, i): Upload => {
      const common = { key: crypto.randomUUID(), name: file.name, bytes: file.size };
      if (i >= room) {
        const error = new ApiProblem({ code: "too_many_files", status: 422, limit: MOST_FILES });
        return { ...common, preview: null, state: "refused", error };
      }
      return { ...common, preview: previewOf(file), state: "uploading", share: 0 };
    });
    this.#set(conversation, [...this.list(conversation), ...added]);
    for (const [i, upload] of added.entries()) {
      const file = files[i];
      if (file && upload.state === "uploading") void this.#upload(conversation, upload, file);
    }
  }

  /** Files that the server has already, such as those of a message that is edited. */
  put(conversation: string, files: readonly Attachment[]): void {
    const here = new Set(this.list(conversation).map((upload) => (upload.state === "ready" ? upload.file.id : "")));
    const added = files
      .filter(({ id }) => !here.has(id))
      .map((file): Upload => {
        return { key: file.id, name: file.name, bytes: file.bytes, preview: null, state: "ready", file };
      });
    this.#set(conversation, [...this.list(conversation), ...added]);
  }

  remove(conversation: string, key: string): void {
    const upload = this.list(conversation).find((other) => other.key === key);
    if (!upload) return;
    this.#aborts.get(key)?.abort();
    release(upload);
    this.#set(
      conversation,
      this.list(conversation).filter((other) => other !== upload),
    );
  }

  /** Takes all that are ready away, to be sent. */
  take(conversation: string): Attachment[] {
    const list = this.list(conversation);
    for (const upload of list) release(upload);
    this.#set(conversation, NONE);
    return list.flatMap((upload) => (upload.state === "ready" ? [upload.file] : []));
  }

  async #upload(conversation: string, { key }: Upload, file: File): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(key, abort);
    try {
      const onProgress = (share: number) => this.#change(conversation, key, { state: "uploading", share });
      const stored = await uploadFile(file, onProgress, abort.signal);
      this.#change(conversation, key, { state: "ready", file: stored, name: stored.name });
    } catch (error) {
      if (!abort.signal.aborted) this.#change(conversation, key, { state: "refused", error });
    } finally {
      this.#aborts.delete(key);
    }
  }

  #change(conversation: string, key: string, change: Change): void {
    this.#set(
      conversation,
      this.list(conversation).map((upload) => {
        if (upload.key !== key) return upload;
        const { name, bytes, preview } = upload;
        return { key, name, bytes, preview, ...change };
      }),
    );
  }

  #set(conversation: string, list: readonly Upload[]): void {
    this.#lists.set(conversation, list);
    keep(
      conversation,
      list.flatMap((upload) => (upload.state === "ready" ? [upload.file] : [])),
    );
    for (const listener of this.#listeners.get(conversation) ?? []) listener();
  }
}

type Change =
  | { state: "uploading"; share: number }
  | { state: "ready"; file: Attachment; name: string }
  | { state: "refused"; error: unknown };

const previewOf = (file: File) => (/^image\/(?:png|jpeg|webp|gif)$/.test(file.type) ? URL.createObjectURL(file) : null);

function release({ preview }: Upload): void {
  if (preview) URL.revokeObjectURL(preview);
}

const storageKey = (conversation: string) => `cadau:files:${conversation}`;

/** A browser that forbids storage only loses them on reload. */
function keep(conversation: string, files: readonly Attachment[]): void {
  try {
    if (files.length === 0) localStorage.removeItem(storageKey(conversation));
    else localStorage.setItem(storageKey(conversation), JSON.stringify(files));
  } catch {
    // See above.
  }
}

function readKept(conversation: string): Attachment[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(conversation)) ?? "[]");
    return Array.isArray(value) ? value.filter(isAttachment) : [];
  } catch {
    return [];
  }
}

export const uploads = new Uploads();
