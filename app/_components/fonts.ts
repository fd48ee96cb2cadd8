import localFont from "next/font/local";

// The roman is preloaded with a fallback of equal metrics, so that text does not move when it arrives. The
// italic and the extended Latin letters come only where a page uses them.

const roman = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  variable: "--font-inter",
});

const extended = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
  variable: "--font-inter-ext",
});

const italic = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-italic.woff2",
  weight: "100 900",
  style: "italic",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  variable: "--font-inter-italic",
});

/** The classes that define the font variables of globals.css. */
export const fontVariables = `${roman.variable} ${extended.variable} ${italic.variable}`;
