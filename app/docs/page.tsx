import { ArrowUpRight, Braces } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/app/_components/ui/button-class";
import { openapiDocument } from "@/lib/http/openapi";
import { publicBase } from "@/lib/http/public-base";
import { ErrorTable, SchemaList } from "./_components/appendices";
import { OperationSection } from "./_components/operation-section";
import { Prose } from "./_components/prose";
import { type IndexGroup, ReferenceIndex } from "./_components/reference-index";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("docs");
  return { title: t("title"), description: t("description") };
}

/** The API's reference, from the same document that machines read. Its frame is translated, its prose is English. */
export default async function ReferencePage() {
  const [t, locale] = await Promise.all([getTranslations("docs"), getLocale()]);
  const { info, tags, paths, components } = openapiDocument();
  const base = `${await publicBase()}/api/v1`;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map((tag) => ({
    ...tag,
    calls: all.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const index: IndexGroup[] = [
    { title: t("start"), links: [{ id: "introduction", label: t("introduction") }] },
    ...sections.map(({ name, calls }) => ({
      title: name,
      lang: "en",
      links: calls.map(({ method, operation }) => ({
        id: operation.operationId,
        label: operation.summary,
        lang: "en",
        method,
      })),
    })),
    {
      title: t("appendix"),
      links: [
        { id: "errors", label: t("errors") },
        { id: "schemas", label: t("schemas") },
      ],
    },
  ];

  return (
    <div className="min-h-dvh bg-canvas">
      <header className="sticky top-0 z-10 border-line border-b bg-canvas/90 backdrop-blur">
        <div className="mx-auto flex h-14 max-w-[88rem] items-center gap-3 px-4 sm:px-6">
          <Link href="/" className="font-semibold tracking-tight">
            Cadau
          </Link>
          <span aria-hidden className="text-line-strong">
            /
          </span>
          <p className="text-ink-muted">{t("title")}</p>
          <div className="ml-auto flex items-center gap-2">
            <a href="/api/v1/openapi.json" className={buttonClass({ variant: "ghost", size: "sm" })}>
              <Braces size={14} aria-hidden />
              <span className="max-sm:sr-only">OpenAPI 3.1</span>
            </a>
            <Link href="/" className={buttonClass({ size: "sm", className: "max-sm:hidden" })}>
              {t("openApp")}
              <ArrowUpRight size={14} aria-hidden />
            </Link>
          </div>
        </div>
      </header>
      <div className="mx-auto max-w-[88rem] px-4 sm:px-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-12">
        <aside className="scroll-quiet sticky top-14 hidden max-h-[calc(100dvh-3.5rem)] self-start overflow-y-auto py-8 lg:block">
          <ReferenceIndex groups={index} label={t("contents")} />
        </aside>
        <main className="min-w-0 pb-24">
          <details className="mt-5 rounded-card border border-line bg-surface lg:hidden">
            <summary className="px-4 py-3 font-medium">{t("contents")}</summary>
            <div className="border-line border-t p-3">
              <ReferenceIndex groups={index} label={t("contents")} />
            </div>
          </details>
          <section id="introduction" className="max-w-2xl scroll-mt-20 py-10">
            <h1 className="font-semibold text-3xl">{t("title")}</h1>
            {locale !== "en" && <p className="mt-3 text-ink-faint text-sm">{t("proseIsEnglish")}</p>}
            <Prose text={info.description} className="mt-5 text-[15px] leading-relaxed" />
            <p className="mt-5 text-ink-muted">
              {t.rich("baseAddress", {
                address: () => <code className="font-mono text-[13.5px] text-ink">{base}</code>,
              })}
            </p>
          </section>
          {sections.map(({ name, description, calls }) => (
            <section key={name} aria-label={name} className="pb-4">
              <div lang="en" className="border-line border-t py-10">
                <h2 className="font-semibold text-2xl">{name}</h2>
                <Prose text={description} className="mt-2 max-w-2xl" />
              </div>
              {calls.map((listed) => (
                <OperationSection
                  key={listed.operation.operationId}
                  listed={listed}
                  base={base}
                  schemas={components.schemas}
                />
              ))}
            </section>
          ))}
          <ErrorTable />
          <SchemaList schemas={components.schemas} />
        </main>
      </div>
    </div>
  );
}
