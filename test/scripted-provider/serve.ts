import { parseArgs } from "node:util";
import { startScriptedProvider } from ".";

// tsx test/scripted-provider/serve.ts --port 4105 [--key sk-test]
const { values } = parseArgs({ options: { port: { type: "string", default: "4105" }, key: { type: "string" } } });
const provider = await startScriptedProvider({
  port: Number(values.port),
  ...(values.key !== undefined && { apiKey: values.key }),
});
console.log(`The scripted provider listens on ${provider.url}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    provider.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
