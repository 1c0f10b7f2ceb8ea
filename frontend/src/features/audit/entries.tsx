import { Link } from "@tanstack/react-router";
import type { AuditEntry } from "@/api/audit";
import { doneWords, gist, parts, secondOf } from "./words";
import "./audit.css";

interface Props {
  entries: readonly AuditEntry[];
  onWho: (name: string) => void;
}

/** What was done, a line each; on a phone a card each. */
export function Entries({ entries, onWho }: Props) {
  return (
    <ol className="audit" aria-label="Entries of the audit trail">
      {entries.map((entry) => (
        <Entry key={entry.sequence} entry={entry} onWho={onWho} />
      ))}
    </ol>
  );
}

function Entry({ entry, onWho }: { entry: AuditEntry; onWho: (name: string) => void }) {
  const { sequence, at, actor_name } = entry;
  return (
    <li className="audit-entry">
      <span className="num quiet">
        <span className="visually-hidden">Entry </span>
        {sequence}
      </span>
      <time className="num" dateTime={at}>
        {secondOf(at)}
      </time>
      <span className="audit-did">
        <button
          type="button"
          className="source-button audit-who"
          title={`Only what ${actor_name} did`}
          onClick={() => onWho(actor_name)}
        >
          {actor_name}
        </button>{" "}
        {doneWords(entry.action)}
      </span>
      <span className="audit-about">
        <span className="audit-gist">{gist(entry)}</span>
        <Detail entry={entry} />
      </span>
    </li>
  );
}

function Detail({ entry }: { entry: AuditEntry }) {
  return (
    <details className="small">
      <summary>
        Detail<span className="visually-hidden"> of entry {entry.sequence}</span>
      </summary>
      <dl className="audit-detail">
        <div>
          <dt>about</dt>
          <dd>
            <Subject id={entry.subject} />
          </dd>
        </div>
        {parts(entry).map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>action</dt>
          <dd>{entry.action}</dd>
        </div>
        <div>
          <dt>by</dt>
          <dd>{entry.actor_id}</dd>
        </div>
        <div>
          <dt>digest</dt>
          <dd>{entry.digest}</dd>
        </div>
      </dl>
    </details>
  );
}

function Subject({ id }: { id: string }) {
  if (id.startsWith("db_"))
    return (
      <Link to="/databases/$databaseId" params={{ databaseId: id }}>
        {id}
      </Link>
    );
  if (id.startsWith("pln_"))
    return (
      <Link to="/plans/$planId" params={{ planId: id }}>
        {id}
      </Link>
    );
  return id;
}
