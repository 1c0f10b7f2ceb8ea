/** Short names of the options, for tags and sentences; the advice document carries the long titles. */
const LABELS: Record<string, string> = {
  none: "do nothing",
  all: "everything on SSD",
  indexes: "all indexes",
  segments: "best segments",
  redo: "redo",
  temp: "temp",
  "flash-cache": "flash cache",
  "buffer-cache": "more buffer cache",
  combination: "combination",
};

export function optionLabel(option: string): string {
  return LABELS[option] ?? option;
}
