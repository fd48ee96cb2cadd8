export * from "./accounts";
export * from "./agents";
export * from "./chat";
export * from "./files";
export * from "./models";
export * from "./search";
export * from "./tools";
