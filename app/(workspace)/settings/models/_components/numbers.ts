import type { useFormatter } from "next-intl";

type Format = ReturnType<typeof useFormatter>;

/** 131072 as 131K: nobody needs the last tokens of a window. */
export const shortTokens = (format: Format, tokens: number) =>
  format.number(tokens, { notation: "compact", maximumFractionDigits: 0 });

export const shortPrice = (format: Format, dollars: number) => format.number(dollars, { maximumFractionDigits: 3 });
