"use client";

import { useEffect, useState } from "react";
import "./globals.css";
import type { ErrorPageProps } from "./_components/error-status";
import { fontVariables } from "./_components/fonts";
import { StatusPage } from "./_components/status-page";

// Here the layout itself has failed, and with it the translations: the few words are carried along.
const words = {
  en: {
    title: "Cadau could not be shown",
    body: "Something went wrong on our side. Your conversations are safe.",
    again: "Try again",
    reference: "Reference",
  },
  "zh-CN": {
    title: "Cadau 无法显示",
    body: "服务器出了点问题，你的对话都完好无损。",
    again: "重试",
    reference: "编号",
  },
};

export default function GlobalErrorPage({ error, reset }: ErrorPageProps) {
  const [locale, setLocale] = useState<keyof typeof words>("en");
  useEffect(() => {
    if (/(^|; )locale=zh-CN/.test(document.cookie) || navigator.language.startsWith("zh")) setLocale("zh-CN");
  }, []);
  const { title, body, again, reference } = words[locale];
  return (
    <html lang={locale} className={fontVariables}>
      <body>
        <main>
          <StatusPage
            title={title}
            body={body}
            detail={error.digest && `${reference} ${error.digest}`}
            actions={
              <button
                type="button"
                onClick={reset}
                className="touch-target h-9.5 rounded-control bg-accent px-4 font-medium text-on-accent text-sm hover:bg-accent-strong"
              >
                {again}
              </button>
            }
          />
        </main>
      </body>
    </html>
  );
}
