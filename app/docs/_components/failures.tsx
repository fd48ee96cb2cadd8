import type { Operation } from "@/lib/http/openapi";

/** The codes that a call can fail with, each linked to its meaning. */
export function Failures({ operation }: { operation: Operation }) {
  const failures = Object.entries(operation.responses).flatMap(([status, response]) =>
    Object.keys(response.content?.["application/problem+json"]?.examples ?? {}).map((code) => ({ status, code })),
  );
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 py-3 text-[13px]">
      {failures.map(({ status, code }) => (
        <li key={code}>
          <a href={`#error-${code}`} className="group font-mono text-[12.5px]">
            <span className="text-ink-faint">{status}</span>{" "}
            <span className="text-ink-muted group-hover:text-accent group-hover:underline">{code}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
