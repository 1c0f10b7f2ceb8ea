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

/** The name as people read it. */
export function waitClassLabel(name: string): string {
  return name === UNEXPLAINED ? "Not explained by the report" : name;
}
