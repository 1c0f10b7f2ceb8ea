import { useEffect, useRef } from "react";

const DOCUMENT = "/openapi.json";

/** The OpenAPI document of this server, to read. The viewer is large, and comes when it is looked at. */
export function DocsPage() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    let left = false;
    void import("@/features/api-docs/viewer").then(({ draw }) => {
      if (element && !left) draw(element, DOCUMENT);
    });
    return () => {
      left = true;
    };
  }, []);
  return (
    <div className="stack">
      <h1>REST API</h1>
      <p>
        Everything these pages do, your programs can do. Open an operation to see its parameters,
        answers and examples. <a href={DOCUMENT}>Download the OpenAPI document</a>.
      </p>
      <h2>Operations</h2>
      <div ref={place} />
    </div>
  );
}
