const REPORTS = [".html", ".htm", ".txt", ".md", ".lst", ".out", ".log"];
const EXPORTS = [".csv", ".tsv", ".json", ".ndjson", ".xml", ".xlsx"];
const DUMPS = [".dmp"];
const ARCHIVES = [".zip", ".tar", ".tgz", ".gz"];

/** What the file dialogue offers first. What a file is, its content says: dropped files are taken under any name. */
export const ACCEPT = [...REPORTS, ...EXPORTS, ...DUMPS, ...ARCHIVES].join(",");
