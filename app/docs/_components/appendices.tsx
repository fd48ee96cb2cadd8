import { getTranslations } from "next-intl/server";
import type { OpenapiDocument } from "@/lib/http/openapi";
import { ANSWERS, INTERNAL } from "@/lib/http/problem";
import { AnchorHeading } from "./anchor-heading";
import { Fields, fieldsOf, TypeName } from "./fields";
import { Prose } from "./prose";

const CODES = [...Object.entries(ANSWERS).map(([code, { status, title }]) => ({ code, status, title })), INTERNAL];

/** Every code of a problem, with the anchor that its `type` points to. */
export async function ErrorTable() {
  const t = await getTranslations("docs");
  return (
    <section id="errors" className="scroll-mt-20 border-line border-t py-10">
      <h2 className="font-semibold text-xl">{t("errors")}</h2>
      <dl className="mt-5 divide-y divide-line border-line border-y">
        {CODES.map(({ code, status, title }) => (
          <div
            key={code}
            id={`error-${code}`}
            className="scroll-mt-20 gap-x-4 px-2 py-2.5 target:bg-accent-soft sm:grid sm:grid-cols-[15rem_minmax(0,1fr)]"
          >
            <dt className="font-mono text-[13px]">
              <span className="mr-3 text-ink-faint">{status}</span>
              {code}
            </dt>
            <dd lang="en" className="text-[13.5px] text-ink-muted">
              {title}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The named shapes that calls share. */
export async function SchemaList({ schemas }: { schemas: OpenapiDocument["components"]["schemas"] }) {
  const t = await getTranslations("docs");
  return (
    <section id="schemas" className="scroll-mt-20 border-line border-t py-10">
      <h2 className="font-semibold text-xl">{t("schemas")}</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <section key={name} id={`schema-${name}`} className="scroll-mt-20 pt-8">
          <AnchorHeading id={`schema-${name}-title`} href={`#schema-${name}`}>
            {name}
          </AnchorHeading>
          {!schema.properties && <TypeName schema={schema} />}
          {schema.description && <Prose text={schema.description} className="mt-1 text-[13.5px]" />}
          {schema.properties && (
            <div className="mt-2">
              <Fields fields={fieldsOf(schema)} />
            </div>
          )}
        </section>
      ))}
    </section>
  );
}
