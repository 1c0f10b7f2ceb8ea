/** Shows and hides the rows of a table that are too small to matter; nothing where there are none. */
export function SmallRowsButton({
  hidden,
  belowPct,
  shown,
  onToggle,
}: {
  hidden: number;
  belowPct: number;
  shown: boolean;
  onToggle: () => void;
}) {
  if (hidden === 0) return null;
  return (
    <div>
      <button
        type="button"
        className="source-button no-print"
        aria-expanded={shown}
        onClick={onToggle}
      >
        {shown ? "Hide the small ones" : `Show ${hidden} below ${belowPct} %`}
      </button>
    </div>
  );
}
