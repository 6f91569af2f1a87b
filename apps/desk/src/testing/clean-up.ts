import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// What a test has rendered ends with it: React would go on working when the window of the file is gone.
afterEach(cleanup);
