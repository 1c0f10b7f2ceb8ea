import { useState } from "react";
import type { Advice, Sources, TopStatement } from "@/api/types";
import { AllRowsButton } from "@/components/ui/all-rows-button";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { SourceButton } from "@/components/ui/source-button";
import { Value } from "@/components/ui/value";
import { UNKNOWN, count, seconds, share } from "@/lib/format";
import "./top-statements.css";

const SHOWN_FIRST = 5;
const NOT_LISTED =
  "Not in the inputs: AWR and Statspack reports list SQL ordered by Reads, AWR dumps have it in WRH$_SQLSTAT.";
const SHARES =
  "Part of the physical reads. Parts overlap: a PL/SQL block's holds what the statements it calls read.";

/** The part as a figure and as a bar; of several hours the least it can be. */
function ShareCell({ of }: { of: TopStatement["reads_share"] }) {
  return (
    <span className="share-cell">
      <Value>{share(of)}</Value>
      {of != null && (
        <span className="share-bar" aria-hidden="true">
          <span style={{ width: `${Math.min(of, 1) * 100}%` }} />
        </span>
      )}
    </span>
  );
}

function StatementRow({ statement }: { statement: TopStatement }) {
  const { sql_id: id, pdb, plsql, module } = statement;
  return (
    <tr>
      <th scope="row">
        <span className="num">{id}</span>
        {plsql && <span className="tag"> PL/SQL</span>}
        {pdb && <span className="quiet"> {pdb}</span>}
      </th>
      <td>
        <Value>{module ?? UNKNOWN}</Value>
      </td>
      <td>
        <ShareCell of={statement.reads_share} />
      </td>
      <td className="right">
        <Value>{count(statement.physical_reads_blocks_per_hour)}</Value>
      </td>
      <td className="right">
        <Value>{count(statement.executions_per_hour)}</Value>
      </td>
      <td className="right">
        <Value why="no execution ended, or their number is not in this report">
          {count(statement.reads_per_execution)}
        </Value>
      </td>
      <td className="right">
        <Value>{seconds(statement.elapsed_s_per_hour)}</Value>
      </td>
      <td className="no-print">
        <SourceButton
          of={`statement ${id}`}
          evidence={statement.evidence}
          field="physical_reads_blocks"
        />
      </td>
    </tr>
  );
}

function StatementTable({ statements }: { statements: readonly TopStatement[] }) {
  return (
    <table className="table">
      <caption className="visually-hidden">Statements that read most</caption>
      <thead>
        <tr>
          <th scope="col">SQL id or hash value</th>
          <th scope="col">module</th>
          <th scope="col">of the reads</th>
          <th scope="col" className="right">
            blocks per hour
          </th>
          <th scope="col" className="right">
            executions per hour
          </th>
          <th scope="col" className="right">
            blocks each
          </th>
          <th scope="col" className="right">
            elapsed s per hour
          </th>
          <th scope="col" className="no-print">
            <span className="visually-hidden">Source</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => (
          <StatementRow key={`${statement.sql_id} ${statement.pdb ?? ""}`} statement={statement} />
        ))}
      </tbody>
    </table>
  );
}

/** Which statements make the reads; absent lists are said to be absent. */
export function TopStatements({ advice, sources }: { advice: Advice; sources?: Sources }) {
  const statements = sources?.statements ?? advice.statements;
  const [all, setAll] = useState(false);
  const none = statements.length === 0;
  return (
    <Section title="Statements that read most" intro={none ? NOT_LISTED : SHARES}>
      {!none && (
        <ScrollRegion label="Statements, by reads">
          <StatementTable statements={all ? statements : statements.slice(0, SHOWN_FIRST)} />
          <AllRowsButton
            first={SHOWN_FIRST}
            total={statements.length}
            of="statements"
            shown={all}
            onToggle={() => setAll(!all)}
          />
        </ScrollRegion>
      )}
    </Section>
  );
}
