import { expect, it } from "vitest";
import { droppedFiles, pathOf, shownFiles } from "./dropped-files";

interface Tree {
  [name: string]: Tree | string;
}

/** Entries as a browser gives them: two at a time. */
function entry(name: string, inside: Tree | string, above = ""): FileSystemEntry {
  const fullPath = `${above}/${name}`;
  if (typeof inside === "string")
    return {
      isFile: true,
      isDirectory: false,
      name,
      fullPath,
      file: (done: (file: File) => void) => done(new File([inside], name)),
    } as unknown as FileSystemEntry;
  const all = Object.entries(inside).map(([child, its]) => entry(child, its, fullPath));
  const createReader = () => {
    let at = 0;
    return {
      readEntries: (done: (some: FileSystemEntry[]) => void) => done(all.slice(at, (at += 2))),
    };
  };
  return {
    isFile: false,
    isDirectory: true,
    name,
    fullPath,
    createReader,
  } as unknown as FileSystemEntry;
}

const transfer = (tree: Tree, files: File[] = []) =>
  ({
    files,
    items: Object.entries(tree).map(([name, its]) => ({
      webkitGetAsEntry: () => entry(name, its),
    })),
  }) as unknown as DataTransfer;

it("goes through dropped folders, and leaves hidden files out", async () => {
  const week = {
    "a.html": "1",
    "b.html": "2",
    mon: { "a.html": "3", ".DS_Store": "" },
    ".git": { x: "" },
  };
  const found = await droppedFiles(transfer({ week, "c.txt": "4" }));
  expect(found.map(pathOf)).toEqual(["week/a.html", "week/b.html", "week/mon/a.html", "c.txt"]);
});

it("takes plain files as they are, under any name", async () => {
  const file = new File(["x"], ".profile");
  expect(await droppedFiles(transfer({ ".profile": "x" }, [file]))).toEqual([file]);
  expect(await droppedFiles({ files: [file] } as unknown as DataTransfer)).toEqual([file]);
});

it("leaves hidden files of a chosen folder out", () => {
  const named = ["week/a.html", "week/.DS_Store", "week/.git/x", "Thumbs.db"].map((path) =>
    Object.defineProperty(new File([], "x"), "webkitRelativePath", { value: path }),
  );
  expect(shownFiles(named).map(pathOf)).toEqual(["week/a.html"]);
});
