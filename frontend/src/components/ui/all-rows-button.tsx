/** Shows all rows of a table that begins with its first few; nothing where there are no more. */
export function AllRowsButton({
  first,
  total,
  of,
  shown,
  onToggle,
}: {
  first: number;
  total: number;
  of: string;
  shown: boolean;
  onToggle: () => void;
}) {
  if (total <= first) return null;
  return (
    <button
      type="button"
      className="source-button no-print"
      aria-expanded={shown}
      onClick={onToggle}
    >
      {shown ? `Show the first ${first}` : `Show all ${total} ${of}`}
    </button>
  );
}
