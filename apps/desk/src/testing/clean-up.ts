import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine takes longer than the default second.
configure({ asyncUtilTimeout: 10_000 });

// Unmounts after each test: React would otherwise continue after the window of the file is gone.
afterEach(cleanup);
