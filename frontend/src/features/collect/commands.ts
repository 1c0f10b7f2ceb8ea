/** The commands of the Collect page, as they are typed. `pack`: may the Diagnostics Pack's views be read? */

export const FOLDER = "/tmp/segtier";
/** What stands for what; the commands' own default. */
export const MAP_FILE = "segtier-map.json";
/** A program shows the server's secret; typed by the user, it is never written into a page. */
const SHOWN = '-H "Authorization: Bearer $SEGTIER_SECRET"';
const DATABASE = "dbhost:1521/service";

const words = (...parts: (string | false)[]): string => parts.filter(Boolean).join(" ");

/** The wrapper around SQL*Plus, on the database server. */
export const shell = {
  estimate: (pack: boolean) =>
    words("sh segtier_collect.sh", FOLDER, pack && "diagnostics-pack", "estimate"),
  collect: (pack: boolean, folder = FOLDER) =>
    words("sh segtier_collect.sh", folder, pack && "diagnostics-pack"),
  fetch: (origin: string, files: readonly string[]) =>
    files.map((file) => `curl -O ${SHOWN} ${origin}/api/v1/collector/${file}`).join("\n"),
};

/** Without a shell: SQL*Plus itself, in a folder that exists. */
export const windows = (pack: boolean): string =>
  [
    "mkdir C:\\temp\\segtier",
    "set NLS_LANG=AMERICAN_AMERICA.AL32UTF8",
    words(
      "sqlplus / as sysdba @segtier_collect.sql C:/temp/segtier default default",
      pack && "diagnostics-pack",
    ),
  ].join("\n");

const HOURS = ["2026-11-20T08:00:00", "2026-11-20T18:00:00"];

/** Other hours of AWR than the last 24. */
export const hours = {
  shell: words("sh segtier_collect.sh", FOLDER, ...HOURS, "diagnostics-pack"),
  live: (): string => words(live.collect(true), "--window", ...HOURS),
};

const LOGON = `segtier collect ${DATABASE} --user segtier`;

/** `segtier collect`, from any machine that reaches the listener. */
export const live = {
  estimate: `${LOGON} --estimate`,
  collect: (pack: boolean) => words(LOGON, `--out ${FOLDER} --zip`, pack && "--diagnostics-pack"),
  masked: (pack: boolean) => words(live.collect(pack), "--mask"),
};

/** Names out of files that are there already, on the user's machine. */
export const mask = `segtier mask ${FOLDER}.zip --out masked.zip`;

/** Names back into the scripts that a server made of tokens. */
export const unmask = `segtier script segtier-segments.zip --map ${MAP_FILE} --out plan`;
