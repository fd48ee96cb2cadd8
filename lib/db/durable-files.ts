import { fsyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";

// PGlite starts PostgreSQL with fsync off, and its file system on Node has none. What a commit has written then
// outlives the process but not a loss of power. Both are put right here.

const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== "-F");

type FileStream = { nfd: number };
type NodeFileSystem = { stream_ops: { fsync?: (stream: FileStream) => number } };

function addFsync(files: object): void {
  (files as NodeFileSystem).stream_ops.fsync = ({ nfd }) => {
    fsyncSync(nfd);
    return 0;
  };
}

/** A directory of this machine as PGlite's file system, whose fsync is one. */
class DurableFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(...given);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), ({ NODEFS }) => addFsync(NODEFS)],
      },
    };
  }
}

/** Opens an embedded database whose commits are on the disk before they are acknowledged. */
export function openPglite(directory: string) {
  return PGlite.create({
    fs: new DurableFiles(directory),
    extensions: { pg_trgm },
    relaxedDurability: false,
    // `fsync` and not the default `fdatasync`, which is a no-op in this build.
    startParams: [...startParams, "-c", "fsync=on", "-c", "wal_sync_method=fsync"],
  });
}
