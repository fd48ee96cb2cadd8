import { afterAll } from "vitest";
import { isolateEnvironment } from "./environment";

const environment = isolateEnvironment();
afterAll(() => environment.remove());
