import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Mask } from "@/api/types";
import * as download from "@/lib/download";
import { show } from "@/test/show";
import { MaskChoice } from "./mask-choice";
import { MaskMap } from "./mask-map";

const saveFile = vi.spyOn(download, "saveFile");
beforeEach(() => {
  saveFile.mockReset().mockImplementation(() => undefined);
});
afterAll(() => void saveFile.mockRestore());

function choice(mask: Mask) {
  const onMask = vi.fn();
  const onEarlierMap = vi.fn();
  show(<MaskChoice mask={mask} onMask={onMask} onEarlierMap={onEarlierMap} />);
  return { onMask, onEarlierMap };
}

/** Whether the browser would let the page go without asking. */
function leaves() {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return !event.defaultPrevented;
}

describe("what becomes of names", () => {
  it.each([
    ["keep", /stored on this server as they are/, false],
    ["hash", /the server keeps none/, true],
    ["drop", /there is no map/, false],
  ] as const)("%s: says so in one sentence", (mask, sentence, takesMap) => {
    choice(mask);
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.queryByRole("button", { name: /earlier map/ }) !== null).toBe(takesMap);
  });

  it("is chosen", async () => {
    const { onMask } = choice("keep");
    await userEvent.click(screen.getByRole("radio", { name: "Replace by tokens" }));
    expect(onMask).toHaveBeenCalledExactlyOnceWith("hash");
  });

  it("goes on with an earlier map", async () => {
    const { onEarlierMap } = choice("hash");
    const file = new File(['{"format": "segtier.map/1"}'], "segtier-map.json");
    await userEvent.upload(screen.getByLabelText("Map of earlier files"), file);
    await expect.poll(() => onEarlierMap.mock.lastCall?.[0]).toBe('{"format": "segtier.map/1"}');
  });
});

describe("the map", () => {
  it("is asked to be saved, and not lost before", async () => {
    const onSaved = vi.fn();
    show(<MaskMap kept={{ text: "{}", saved: false, leftOut: [] }} onSaved={onSaved} />);
    expect(leaves()).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Save the map" }));
    expect(saveFile.mock.lastCall?.[1]).toBe("segtier-map.json");
    expect(await saveFile.mock.lastCall?.[0].text()).toBe("{}");
    expect(onSaved).toHaveBeenCalledOnce();
  });

  it("that is saved lets the page go", () => {
    show(<MaskMap kept={{ text: "{}", saved: true, leftOut: [] }} onSaved={vi.fn()} />);
    expect(leaves()).toBe(true);
    expect(screen.getByRole("button", { name: "Save the map again" })).toBeVisible();
  });

  it("says which files were not stored", () => {
    const leftOut = [{ file: "a.zip/notes.txt", message: "this is no report" }];
    show(<MaskMap kept={{ text: null, saved: true, leftOut }} onSaved={vi.fn()} />);
    expect(screen.getByText("Not read and so not stored: 1 file")).toBeVisible();
    expect(screen.getByText("a.zip/notes.txt: this is no report")).toBeInTheDocument();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
