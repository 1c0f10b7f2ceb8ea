import { useRef } from "react";
import { CopyButton } from "./copy-button";
import "./query-list.css";

interface Query {
  name: string;
  title: string;
  what_for: string;
  text: string;
  licence: string | null;
}

function QueryItem({ query }: { query: Query }) {
  const details = useRef<HTMLDetailsElement>(null);
  const shown = useRef<HTMLPreElement>(null);
  const select = () => {
    if (details.current) details.current.open = true;
    if (shown.current) getSelection()?.selectAllChildren(shown.current);
  };
  return (
    <li className="panel stack-tight">
      <div className="row spread">
        <h3>{query.title}</h3>
        <CopyButton text={query.text} name={query.title} onRefused={select} />
      </div>
      <p>{query.what_for}</p>
      {query.licence && <p className="quiet small">Licence: {query.licence}</p>}
      <details ref={details}>
        <summary>Show the text</summary>
        <pre ref={shown} className="query-text" tabIndex={0} aria-label={`Text of ${query.title}`}>
          {query.text}
        </pre>
      </details>
    </li>
  );
}

/** Scripts to run in SQL*Plus, each with what it is for, its licence note and a copy button. */
export function QueryList({ queries }: { queries: readonly Query[] }) {
  return (
    <ul className="query-list">
      {queries.map((query) => (
        <QueryItem key={query.name} query={query} />
      ))}
    </ul>
  );
}
