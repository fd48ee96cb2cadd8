/** Opens the conversation at that message. A model cites what it found by it. */
export const messageLink = (sessionId: string, messageId: string): string => `/c/${sessionId}?m=${messageId}`;
