import userEvent from "@testing-library/user-event";
import { createEvent, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "@/test/show";
import { DropZone } from "./drop-zone";

const zone = () => document.querySelector<HTMLElement>(".drop-zone")!;

/** jsdom has no drag events, so what they point at is set by hand. */
function leaveFor(next: Element) {
  const leave = createEvent.dragLeave(zone());
  Object.defineProperty(leave, "relatedTarget", { value: next });
  fireEvent(zone(), leave);
}

it.each([
  "awr.html",
  "sp.lst",
  "miner.out",
  "awr.txt",
  "segments.csv",
  "segments.tsv",
  "sizes.json",
  "sizes.xml",
  "sizes.xlsx",
  "awrdat.dmp",
  "all.zip",
  "all.tar",
  "all.tgz",
  "all.tar.gz",
  "one.html.gz",
])("the file dialogue offers %s", (name) => {
  show(<DropZone onFiles={vi.fn()} />);
  const endings = screen.getByLabelText<HTMLInputElement>("Files to upload").accept.split(",");
  expect(endings.some((ending) => name.endsWith(ending))).toBe(true);
});

it("says that archives are welcome, before and while something hangs over it", () => {
  show(<DropZone onFiles={vi.fn()} />);
  expect(zone()).toHaveTextContent("Archives: .zip .tar .tgz .gz");
  fireEvent.dragOver(zone());
  expect(screen.getByText(/^Let go to upload: reports, exports and archives/)).toBeVisible();
  leaveFor(screen.getByRole("button", { name: "Choose files" }));
  expect(zone()).toHaveAttribute("data-over", "true");
  leaveFor(document.body);
  expect(zone()).toHaveAttribute("data-over", "false");
});

it("takes a dropped file under any name", async () => {
  const onFiles = vi.fn();
  show(<DropZone onFiles={onFiles} />);
  const file = new File(["x"], "report_of_monday");
  fireEvent.drop(zone(), { dataTransfer: { files: [file] } });
  await expect.poll(() => onFiles.mock.calls).toEqual([[[file]]]);
});

it("takes a chosen folder, without hidden files", async () => {
  const onFiles = vi.fn();
  show(<DropZone onFiles={onFiles} />);
  const input = screen.getByLabelText("Choose a folder (files)");
  expect(input).toHaveAttribute("webkitdirectory");
  const files = [new File(["x"], "a.html"), new File(["x"], ".DS_Store")];
  await userEvent.upload(input, files);
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([files[0]]);
});
