import { useCase } from "@/case/case";
import { useSources } from "@/case/pieces";

/** What a printed page must say of itself: the inputs, by digest, and the engine. */
export function PrintFooter() {
  const { advice } = useCase();
  const sources = useSources();
  if (!advice) return null;
  return (
    <footer className="print-only small">
      <p>
        Segtier {advice.engine_version} · {advice.database.name} · forecast, not a promise: ranges
        are low, expected, high.
      </p>
      <ul>
        {sources?.inputs.map((input) => (
          <li key={`${input.file} ${input.sha256}`}>
            {input.file} <code>{input.sha256?.slice(0, 16)}</code>
          </li>
        ))}
      </ul>
    </footer>
  );
}
