/** Files that were dropped, those in dropped folders among them; each knows its path below what was dropped. */

const HIDDEN = /^(\.|Thumbs\.db$)/;

/** Its path where it came with a folder, else its name. */
export function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}

function children(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  return new Promise((resolve) => {
    // A reader gives a hundred at a time, and none at the end. What cannot be read is left out.
    const more = () =>
      reader.readEntries(
        (entries) => {
          found.push(...entries);
          if (entries.length === 0) resolve(found);
          else more();
        },
        () => resolve(found),
      );
    more();
  });
}

function fileOf(entry: FileSystemFileEntry): Promise<File[]> {
  return new Promise((resolve) => {
    entry.file(
      (file) => {
        const value = entry.fullPath.replace(/^\//, "");
        Object.defineProperty(file, "webkitRelativePath", { value, configurable: true });
        resolve([file]);
      },
      () => resolve([]),
    );
  });
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (HIDDEN.test(entry.name)) return [];
  if (entry.isFile) return fileOf(entry as FileSystemFileEntry);
  const inside: File[] = [];
  for (const one of await children(entry as FileSystemDirectoryEntry))
    inside.push(...(await filesOf(one)));
  return inside;
}

/** Without hidden files. The transfer is looked at at once: it is empty as soon as the event is over. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...(transfer.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const found = await Promise.all(entries.map((entry) => (entry ? filesOf(entry) : [])));
  return found.flat();
}

/** What a folder picker gives, without hidden files. */
export function shownFiles(files: Iterable<File>): File[] {
  return [...files].filter(
    (file) =>
      !pathOf(file)
        .split("/")
        .some((part) => HIDDEN.test(part)),
  );
}
