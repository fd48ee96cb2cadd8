export * from "./accounts";
export * from "./chat";
export * from "./models";
