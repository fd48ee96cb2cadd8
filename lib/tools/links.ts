// What a model cites what it found by.

/** Opens the conversation at that message. */
export const messageLink = (sessionId: string, messageId: string): string => `/c/${sessionId}?m=${messageId}`;
export const entryLink = (agentId: string, entryId: string): string => `/agents/${agentId}/entries/${entryId}`;
export const noteLink = (agentId: string, day: string): string => `/agents/${agentId}/notes?day=${day}`;
