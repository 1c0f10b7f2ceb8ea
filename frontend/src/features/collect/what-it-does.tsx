import { Section } from "@/components/ui/section";

/** What the collector reads, and what it never does. */
export function WhatItDoes({ pack }: { pack: boolean }) {
  return (
    <Section title="What it reads, and what it never does" long>
      <div className="two-columns">
        <ul className="plain-list">
          <li>Reads sizes, parents and I/O counters of every segment.</li>
          <li>Reads waits, statistics, parameters, redo, temp, files and disk groups.</li>
          <li>
            Reads what decides how a segment moves: LONG columns, index-organized tables, queues,
            compression, encryption, quotas, standby.
          </li>
          <li>Writes files into one folder, and packs it.</li>
        </ul>
        <ul className="plain-list">
          <li>
            Never reads rows of your tables
            {pack ? ". SQL text is in AWR's reports only, as in any of them." : ", or SQL text."}
          </li>
          <li>Never creates, changes or deletes anything in the database.</li>
          <li>Never touches a licensed view unless you say so.</li>
          <li>Never sends anything anywhere, and never stores a password.</li>
        </ul>
      </div>
      <p className="notice small">
        Nobody has run it against an Oracle database yet. Try it on a test database first. A file
        that fails does not stop the others.
      </p>
    </Section>
  );
}
