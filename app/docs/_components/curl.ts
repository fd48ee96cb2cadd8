import type { OpenapiDocument, Operation } from "@/lib/http/openapi";
import { exampleOf } from "@/lib/http/openapi-example";

type Call = {
  base: string;
  method: string;
  path: string;
  operation: Operation;
  schemas: OpenapiDocument["components"]["schemas"];
};

/** In single quotes, as a POSIX shell reads it. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A call as a command: what is required, with example values. */
export function curlOf({ base, method, path, operation, schemas }: Call): string {
  const parameters = operation.parameters ?? [];
  const example = (name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return String(parameter ? exampleOf(parameter.schema, schemas) : "");
  };
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name }) => `${name}=${encodeURIComponent(example(name))}`)
    .join("&");
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => example(name));
  const body = operation.requestBody?.content["application/json"]?.schema;
  const streams = Object.values(operation.responses).some((response) => response.content?.["text/event-stream"]);
  const url = `${base}${filled}${query && `?${query}`}`;
  return [
    `curl ${streams ? "-N " : ""}${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quote(url)}`,
    ...(operation.security.length > 0 ? ['-H "Authorization: Bearer $CADAU_TOKEN"'] : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(exampleOf(body, schemas)))}`] : []),
  ].join(" \\\n  ");
}
