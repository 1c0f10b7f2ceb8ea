import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";
import { forgetAnswers, testFetch } from "./server";

// Before any module asks for it: the API client keeps the fetch it finds when it is made.
globalThis.fetch = testFetch;

afterEach(() => {
  cleanup();
  forgetAnswers();
});

// jsdom has no layout and no colour scheme; Mantine asks for both.
globalThis.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as unknown as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
