/** Colours by meaning: Oracle's wait classes as Enterprise Manager shows them, shifted until each has 3:1 on its background. */

const SLUGS: Record<string, string> = {
  "DB CPU": "cpu",
  CPU: "cpu",
  "User I/O": "user-io",
  "System I/O": "system-io",
  Commit: "commit",
  Configuration: "configuration",
  Concurrency: "concurrency",
  Application: "application",
  Network: "network",
  Administrative: "administrative",
  Cluster: "cluster",
  Other: "other",
  Scheduler: "scheduler",
  Queueing: "queueing",
};

export const UNEXPLAINED = "unexplained";

/** The CSS colour of a wait class, of CPU or of the unexplained rest. */
export function waitClassColor(name: string | null | undefined): string {
  return `var(--wait-${SLUGS[name ?? ""] ?? (name === UNEXPLAINED ? "unexplained" : "other")})`;
}

/** Of a class's own colour, toward the ground; the first event has it pure. */
const SHADES_PCT = [100, 72, 88, 55, 64, 42];

/** The colour of an event: a shade of its class's, by its place among the events of the class. */
export function eventColor(waitClass: string, place: number): string {
  const pct = SHADES_PCT[place % SHADES_PCT.length] ?? 100;
  const own = waitClassColor(waitClass);
  return pct === 100 ? own : `color-mix(in srgb, ${own} ${pct}%, var(--panel))`;
}

/** The name as people read it. */
export function waitClassLabel(name: string): string {
  return name === UNEXPLAINED ? "Not explained by the report" : name;
}
