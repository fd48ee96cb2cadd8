import { getTranslations } from "next-intl/server";
import type { OpenapiDocument, Operation } from "@/lib/http/openapi";
import { exampleOf, refName } from "@/lib/http/openapi-example";
import { AnchorHeading } from "./anchor-heading";
import { CodeBlock } from "./code-block";
import { curlOf } from "./curl";
import { Failures } from "./failures";
import { Fields, fieldsOf, TypeName } from "./fields";
import { MethodBadge } from "./method-badge";
import { Prose } from "./prose";

type Schemas = OpenapiDocument["components"]["schemas"];
export type Listed = { method: string; path: string; operation: Operation };

/** One call: what it does and takes on the left, how it looks on the wire on the right. */
export async function OperationSection({ listed, base, schemas }: { listed: Listed; base: string; schemas: Schemas }) {
  const t = await getTranslations("docs");
  const { method, path, operation } = listed;
  const labels = { copy: t("copy"), copied: t("copied") };
  const scope = operation.security[0]?.bearer?.[0];
  const body = operation.requestBody?.content["application/json"]?.schema;
  const [status, success] = Object.entries(operation.responses)[0] ?? [];
  const answer = success?.content?.["application/json"]?.schema;
  const streamed = Object.keys(success?.content ?? {}).find((type) => type !== "application/json");
  const inPath = operation.parameters?.filter((parameter) => parameter.in === "path") ?? [];
  const inQuery = operation.parameters?.filter((parameter) => parameter.in === "query") ?? [];

  return (
    <section
      id={operation.operationId}
      aria-labelledby={`${operation.operationId}-title`}
      className="grid scroll-mt-20 gap-x-12 gap-y-6 border-line border-t py-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]"
    >
      <div className="min-w-0">
        <AnchorHeading id={`${operation.operationId}-title`} href={`#${operation.operationId}`}>
          <span lang="en">{operation.summary}</span>
        </AnchorHeading>
        <p className="mt-2 flex flex-wrap items-center gap-2.5">
          <MethodBadge method={method} />
          <code className="break-all font-mono text-[13.5px]">/api/v1{path}</code>
          <span className="text-ink-faint text-xs">{scope ? t("scope", { scope }) : t("public")}</span>
        </p>
        {operation.description && <Prose text={operation.description} className="mt-4" />}

        {inPath.length > 0 && (
          <Part title={t("pathParameters")}>
            <Fields fields={inPath} />
          </Part>
        )}
        {inQuery.length > 0 && (
          <Part title={t("queryParameters")}>
            <Fields fields={inQuery} requiredLabel={t("required")} />
          </Part>
        )}
        {body && (
          <Part title={t("body")}>
            <Fields fields={fieldsOf(body)} requiredLabel={t("required")} />
          </Part>
        )}
        <Part title={t("answer")}>
          <p className="flex flex-wrap items-baseline gap-x-2.5 py-2.5">
            <code className="font-mono font-semibold text-[13px]">{status}</code>
            {answer && <TypeName schema={refName(answer) ? answer : { type: "object" }} />}
            {streamed && <code className="font-mono text-[12.5px] text-ink-muted">{streamed}</code>}
          </p>
          {answer && !refName(answer) && answer.properties && (
            <div className="border-line border-l-2 pl-4">
              <Fields fields={fieldsOf(answer)} />
            </div>
          )}
        </Part>
        <Part title={t("errors")}>
          <Failures operation={operation} />
        </Part>
      </div>
      <div className="min-w-0 space-y-4 xl:sticky xl:top-20 xl:self-start">
        <CodeBlock
          title={t("request")}
          language="shell"
          source={curlOf({ base, method, path, operation, schemas })}
          labels={labels}
        />
        {answer && (
          <CodeBlock
            title={t("answer")}
            language="json"
            source={JSON.stringify(exampleOf(answer, schemas), null, 2)}
            labels={labels}
          />
        )}
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="mt-7">
      <h4 className="border-line border-b pb-1.5 font-medium text-ink-faint text-xs">{title}</h4>
      {children}
    </div>
  );
}
