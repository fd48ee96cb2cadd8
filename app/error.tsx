"use client";

import { type ErrorPageProps, ErrorStatus } from "./_components/error-status";

export default function ErrorPage(props: ErrorPageProps) {
  return <ErrorStatus {...props} fill="screen" />;
}
