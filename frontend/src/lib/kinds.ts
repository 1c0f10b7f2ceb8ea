import type { Upload } from "@/api/types";

export type Kind = NonNullable<Upload["kind"]>;

const LABELS: Record<Kind, string> = {
  "awr-html": "AWR report",
  "awr-text": "AWR report (text)",
  "awr-rac-html": "AWR global report",
  "awr-rac-text": "AWR global report (text)",
  "awr-diff-html": "AWR compare-period report",
  "awr-diff-text": "AWR compare-period report (text)",
  statspack: "Statspack report",
  "awr-miner": "AWR Miner output",
  "pasted-events": "pasted top events",
  "pasted-counters": "pasted counters",
  "segment-counters": "segment counters",
  "segment-sizes": "segment sizes",
  "heat-map": "heat map",
  bundle: "collector bundle",
  "awr-dump": "AWR dump",
  typed: "typed sizes",
  archive: "archive",
};

/** What kind of document an input is, in words. */
export const kindLabel = (kind: Kind): string => LABELS[kind];
