import { useQuery } from "@tanstack/react-query";
import { publishedQuery } from "@/api/published";
import type { OptionName } from "@/api/types";

/** What others measured of an option, and where they disagree. Absent where nobody published anything. */
export function PublishedCard({ option }: { option: OptionName }) {
  const published = useQuery(publishedQuery);
  const mine = published.data?.items.find((one) => one.option === option);
  if (!mine) return null;
  return (
    <section className="stack-tight" aria-labelledby="published">
      <h3 id="published" className="plain-heading">
        What the papers measured
      </h3>
      <ul className="published">
        {mine.measured.map(({ paper, change, result }) => (
          <li key={`${paper} ${change}`}>
            <strong>{result}</strong>
            <br />
            {change} <span className="quiet small">({paper})</span>
          </li>
        ))}
      </ul>
      <p>
        <strong>Where they disagree:</strong> {mine.disagree}
      </p>
    </section>
  );
}
