import { expect, it } from "vitest";
import { live, shell, windows } from "./commands";

it.each([
  [shell.estimate(false), "sh segtier_collect.sh /tmp/segtier estimate"],
  [shell.estimate(true), "sh segtier_collect.sh /tmp/segtier diagnostics-pack estimate"],
  [shell.collect(false), "sh segtier_collect.sh /tmp/segtier"],
  [shell.collect(true), "sh segtier_collect.sh /tmp/segtier diagnostics-pack"],
  [shell.collect(false, "/tmp/two"), "sh segtier_collect.sh /tmp/two"],
  [live.collect(false).includes("--diagnostics-pack"), false],
  [live.collect(true).includes("--diagnostics-pack"), true],
  [windows(false).includes("diagnostics-pack"), false],
  [windows(true).endsWith("default default diagnostics-pack"), true],
])("a command asks for the pack only where it is licensed, case %#", (command, expected) => {
  expect(command).toBe(expected);
});

it("both files are fetched from this server", () => {
  expect(shell.fetch("http://dba1:8765", ["a.sql", "a.sh"])).toBe(
    'curl -O -H "Authorization: Bearer $SEGTIER_SECRET" http://dba1:8765/api/v1/collector/a.sql\n' +
      'curl -O -H "Authorization: Bearer $SEGTIER_SECRET" http://dba1:8765/api/v1/collector/a.sh',
  );
});
