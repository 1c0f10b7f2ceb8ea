import type { Collector } from "@/api/types";
import { Command } from "@/components/ui/command";
import { Section } from "@/components/ui/section";

interface Props {
  collector: Collector;
  pack: boolean;
}

/** The statements for a user: with the role, or every view by itself. Statspack's tables only where AWR is not read. */
export function grantsFor({ grants }: Collector, pack: boolean, way: "role" | "single"): string {
  const licences = ["none", pack ? "diagnostics-pack" : "statspack"];
  return grants
    .filter((grant) => licences.includes(grant.licence) && ["always", way].includes(grant.way))
    .map((grant) => grant.statement)
    .join("\n");
}

/** What the user must be allowed. */
export function Grants({ collector, pack }: Props) {
  return (
    <Section
      title="Grants"
      id="grants"
      long
      intro="For a user SEGTIER. SYSDBA needs none. A file that may not be read is named, with the grant it would need."
    >
      <Command text={grantsFor(collector, pack, "role")} name="grants with the role" long />
      {!pack && <p className="quiet small">Those on PERFSTAT only where Statspack is installed.</p>}
      <details>
        <summary>Instead of the role: every view by itself</summary>
        <Command text={grantsFor(collector, pack, "single")} name="single grants" long />
      </details>
    </Section>
  );
}
