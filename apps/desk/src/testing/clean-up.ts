import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Unmounts after each test: React would otherwise continue after the window of the file is gone.
afterEach(cleanup);
