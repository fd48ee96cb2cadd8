import type { JsonSchema } from "@/lib/http/openapi";
import { isSchema, refName } from "@/lib/http/openapi-example";

/** One alternative of a schema's type as people write it: a plain word, or the name of another schema. */
export type TypeChoice = { text: string; suffix?: string; schema?: string };

/** Bounds and the like, said after the type. */
export function boundsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, exclusiveMinimum, maxLength, maxItems, default: fallback } = schema;
  const bounds: string[] = [];
  if (minimum !== undefined && maximum !== undefined) bounds.push(`${minimum}–${maximum}`);
  else if (minimum !== undefined) bounds.push(`≥ ${minimum}`);
  else if (exclusiveMinimum !== undefined) bounds.push(`> ${exclusiveMinimum}`);
  if (maxLength !== undefined) bounds.push(`≤ ${maxLength.toLocaleString("en")} characters`);
  if (maxItems !== undefined) bounds.push(`≤ ${maxItems} items`);
  if (fallback !== undefined) bounds.push(`default ${JSON.stringify(fallback)}`);
  return bounds;
}

export function typeOf(schema: JsonSchema): TypeChoice[] {
  const name = refName(schema);
  if (name) return [{ text: name, schema: name }];
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }];
  if (schema.enum) return schema.enum.map((value) => ({ text: JSON.stringify(value) }));
  if (schema.anyOf) return schema.anyOf.flatMap(typeOf);
  if (schema.type === "array" && isSchema(schema.items)) {
    return typeOf(schema.items).map((choice) => ({ ...choice, suffix: `${choice.suffix ?? ""}[]` }));
  }
  if (Array.isArray(schema.type)) return schema.type.map((text) => ({ text }));
  return [{ text: schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? "any") }];
}

/** The members of an object written in place: of the schema itself, of its items, or of what it is when not null. */
export function membersOf(schema: JsonSchema): JsonSchema | undefined {
  if (schema.type === "object" && schema.properties) return schema;
  if (schema.type === "array" && isSchema(schema.items)) return membersOf(schema.items);
  return schema.anyOf?.map(membersOf).find((members) => members !== undefined);
}
