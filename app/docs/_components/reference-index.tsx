"use client";
import clsx from "clsx";
import { useEffect, useState } from "react";

export type IndexGroup = {
  title: string;
  lang?: string;
  links: { id: string; label: string; lang?: string; method?: string }[];
};

/** The contents at the side; marks the part that is being read. */
export function ReferenceIndex({ groups, label }: { groups: IndexGroup[]; label: string }) {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const targets = groups
      .flatMap(({ links }) => links.map(({ id }) => document.getElementById(id)))
      .filter((e) => e !== null);
    // A narrow band below the header: what crosses it is being read.
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting);
        if (entered) setCurrent(entered.target.id);
      },
      { rootMargin: "-15% 0px -80% 0px" },
    );
    for (const target of targets) observer.observe(target);
    return () => observer.disconnect();
  }, [groups]);

  return (
    <nav aria-label={label} className="space-y-6 text-[13.5px]">
      {groups.map(({ title, lang, links }) => (
        <div key={title}>
          <p lang={lang} className="mb-1 px-2.5 font-medium text-ink-faint text-xs">
            {title}
          </p>
          <ul>
            {links.map(({ id, label: text, lang: linkLang, method }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  aria-current={current === id ? "location" : undefined}
                  className={clsx(
                    "flex items-baseline justify-between gap-3 rounded-control px-2.5 py-1.5 leading-snug",
                    current === id ? "bg-ink/6 font-medium text-ink" : "text-ink-muted hover:bg-ink/4 hover:text-ink",
                  )}
                >
                  <span lang={linkLang}>{text}</span>
                  {method && <span className="font-mono text-[10.5px] text-ink-faint uppercase">{method}</span>}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
