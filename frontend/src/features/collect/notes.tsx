import { Section } from "@/components/ui/section";

/** Releases, clusters and containers. */
export function Notes() {
  return (
    <Section title="Releases, RAC and container databases" long>
      <dl className="notes">
        <dt>Releases</dt>
        <dd>
          What a release does not have is left empty and named in the manifest. Before 12.1 use
          SQL*Plus.
        </dd>
        <dt>RAC</dt>
        <dd>One run on one node reads all instances that are up.</dd>
        <dt>Container database</dt>
        <dd>
          Connect to the root for all containers, or to one of them for that one. In the root a user
          other than SYS also needs <code>CONTAINER_DATA = ALL</code>, and the grants on{" "}
          <code>CDB_</code> in place of <code>DBA_</code> views.
        </dd>
        <dt>Standby</dt>
        <dd>Collect on the primary: a mounted standby shows no dictionary.</dd>
      </dl>
    </Section>
  );
}
