import { Fragment } from "react";
import type { JsonSchema } from "@/lib/http/openapi";
import { isSchema } from "@/lib/http/openapi-example";
import { Prose } from "./prose";
import { boundsOf, membersOf, typeOf } from "./type-of";

export type Field = { name: string; required: boolean; description?: string | undefined; schema: JsonSchema };

export const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): Field[] =>
  Object.entries(properties)
    .filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))
    .map(([name, schema]) => ({ name, required: required.includes(name), description: schema.description, schema }));

export function TypeName({ schema }: { schema: JsonSchema }) {
  return (
    <span className="font-mono text-[12.5px] text-ink-muted">
      {typeOf(schema).map(({ text, suffix, schema: name }, i) => (
        <Fragment key={text}>
          {i > 0 && " | "}
          {name ? (
            <a href={`#schema-${name}`} className="text-accent hover:underline">
              {text}
            </a>
          ) : (
            text
          )}
          {suffix}
        </Fragment>
      ))}
    </span>
  );
}

/** Parameters or members, each with its type and meaning; objects written in place are indented below their name. */
export function Fields({ fields, requiredLabel }: { fields: Field[]; requiredLabel?: string }) {
  return (
    <ul className="divide-y divide-line">
      {fields.map(({ name, required, description, schema }) => {
        const members = membersOf(schema);
        return (
          <li key={name} className="py-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
              <code className="font-mono font-semibold text-[13px] text-ink">{name}</code>
              <TypeName schema={schema} />
              {boundsOf(schema).map((bound) => (
                <span key={bound} className="text-ink-faint text-xs">
                  {bound}
                </span>
              ))}
              {required && requiredLabel && <span className="font-medium text-warning text-xs">{requiredLabel}</span>}
            </p>
            {description && <Prose text={description} className="mt-0.5 text-[13.5px]" />}
            {members && (
              <div className="mt-2 border-line border-l-2 pl-4">
                <Fields fields={fieldsOf(members)} {...(requiredLabel && { requiredLabel })} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
