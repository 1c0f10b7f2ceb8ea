import { Button, CopyButton } from "@mantine/core";
import "./query-list.css";

interface Query {
  name: string;
  title: string;
  what_for: string;
  text: string;
  licence: string | null;
}

/** Scripts to run in SQL*Plus, each with what it is for, its licence note and a copy button. */
export function QueryList({ queries }: { queries: readonly Query[] }) {
  return (
    <ul className="query-list">
      {queries.map((query) => (
        <li key={query.name} className="panel stack-tight">
          <div className="row spread">
            <h3>{query.title}</h3>
            <CopyButton value={query.text}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="default" onClick={copy}>
                  <span aria-hidden="true">{copied ? "Copied" : "Copy"}</span>
                  <span className="visually-hidden">
                    {copied ? "Copied: " : "Copy: "}
                    {query.title}
                  </span>
                </Button>
              )}
            </CopyButton>
          </div>
          <p>{query.what_for}</p>
          {query.licence && <p className="quiet small">Licence: {query.licence}</p>}
          <details>
            <summary>Show the text</summary>
            <pre className="query-text" tabIndex={0} aria-label={`Text of ${query.title}`}>
              {query.text}
            </pre>
          </details>
        </li>
      ))}
    </ul>
  );
}
