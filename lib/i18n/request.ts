import { getRequestConfig } from "next-intl/server";
import { loadMessages } from "./messages";
import { preferences } from "./preferences";

export default getRequestConfig(async () => {
  const { locale, timeZone } = await preferences();
  return { locale, timeZone, messages: await loadMessages(locale) };
});
