import type { JsonSchema } from "./openapi";

type Schemas = Readonly<Record<string, JsonSchema>>;

const REF = "#/components/schemas/";

/** The name of the component that a schema stands for, if it does. */
export const refName = (schema: JsonSchema): string | undefined =>
  schema.$ref?.startsWith(REF) ? schema.$ref.slice(REF.length) : undefined;

/** A value that the schema describes, for the reference: its own example where it has one. */
export function exampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  const name = refName(schema);
  if (name) return schemas[name] ? exampleOf(schemas[name], schemas) : null;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], schemas);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return objectExample(schema, schemas);
    case "array":
      return isSchema(schema.items) ? [exampleOf(schema.items, schemas)] : [];
    case "string":
      return "…";
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    default:
      return null;
  }
}

/** What must be there, and what has an example worth showing. */
function objectExample({ properties = {}, required = [] }: JsonSchema, schemas: Schemas): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([name, property]) => required.includes(name) || (isSchema(property) && property.examples !== undefined),
  );
  return Object.fromEntries(
    shown.map(([name, property]) => [name, isSchema(property) ? exampleOf(property, schemas) : null]),
  );
}

/** JSON Schema allows `true` and `false` as schemas, and arrays of them in places. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
