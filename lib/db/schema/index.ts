export * from "./accounts";
export * from "./agents";
export * from "./chat";
export * from "./models";
