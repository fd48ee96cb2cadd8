// What was typed and not sent, by conversation. A browser that forbids storage only loses drafts on reload.

const key = (conversation: string) => `cadau:draft:${conversation}`;

export function readDraft(conversation: string): string {
  try {
    return localStorage.getItem(key(conversation)) ?? "";
  } catch {
    return "";
  }
}

export function writeDraft(conversation: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(key(conversation));
    else localStorage.setItem(key(conversation), text);
  } catch {
    // See above: the text itself is on the screen.
  }
}
