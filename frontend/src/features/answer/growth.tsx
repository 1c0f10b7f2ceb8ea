import type { Drift } from "@/api/types";

/** Until when the SSD lasts, then the trends that say so, or why there is none. */
export function Growth({ growth }: { growth: Drift["growth"] }) {
  const told = [...growth.limits, ...(growth.keep_free ? [growth.keep_free] : [])];
  if (told.length === 0) return null;
  return (
    <section aria-labelledby="growth" className="stack-tight">
      <h3 id="growth">Growth</h3>
      <ul className="findings">
        {told.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <details className="printed">
        <summary>Trends of load and sizes</summary>
        <ul className="findings">
          {growth.trends.map(({ of, text }) => (
            <li key={of}>{text}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
