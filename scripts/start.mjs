import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { environment, loadEnvFile, root } from "./node.mjs";

// The production server, in this very process: what stops or kills it stops the server, and nothing is left behind
// that holds the embedded database.

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(
    "This is Node.js %s: start the server by `npm start`, which uses the Node.js that it brings.\n".replace(
      "%s",
      process.versions.node,
    ),
  );
  process.exit(1);
}
process.chdir(root);
loadEnvFile();
Object.assign(
  process.env,
  environment({
    NODE_ENV: "production",
    // SIGTERM is answered by the product, which first lets running answers end.
    NEXT_MANUAL_SIG_HANDLE: "true",
  }),
);

// Whoever started this over a channel wants it gone when they are.
if (process.channel) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}

const next = join(root, "node_modules/next/dist/bin/next");
// Longer than the idle time of the usual proxies (60 s), so that it is they who close a connection.
process.argv = [process.execPath, next, "start", "--keepAliveTimeout", "75000", ...process.argv.slice(2)];
await import(pathToFileURL(next).href);
