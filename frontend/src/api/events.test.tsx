import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useUploadEvents } from "./events";

const opened: Stream[] = [];

/** As the browser's, which jsdom lacks. */
class Stream extends EventTarget {
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    opened.push(this);
  }
  close() {}
}

beforeEach(() => vi.stubGlobal("EventSource", Stream));
afterEach(() => {
  vi.unstubAllGlobals();
  opened.length = 0;
});

it.each(["upload.completed", "upload.failed"])(
  "hears of %s in any database: a colleague's upload appears (W9)",
  (kind) => {
    const told = vi.fn();
    renderHook(() => useUploadEvents(told));
    expect(opened.map(({ url }) => url)).toEqual(["/api/v1/events/stream"]);
    act(() => void opened[0]?.dispatchEvent(new Event(kind)));
    expect(told).toHaveBeenCalledOnce();
  },
);
