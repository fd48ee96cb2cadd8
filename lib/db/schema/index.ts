export * from "./accounts";
export * from "./agents";
export * from "./chat";
export * from "./models";
export * from "./files";
export * from "./search";
export * from "./tools";
