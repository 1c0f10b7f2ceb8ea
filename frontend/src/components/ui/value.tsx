import { UNKNOWN, UNKNOWN_TITLE } from "@/lib/format";

interface Props {
  /** Already formatted; the unknown mark gets its explanation. */
  children: string;
  why?: string;
}

/** A figure, or a stated blank. */
export function Value({ children, why = UNKNOWN_TITLE }: Props) {
  if (children !== UNKNOWN) return <span className="num">{children}</span>;
  return (
    <span className="num quiet" title={why}>
      <span aria-hidden="true">{UNKNOWN}</span>
      <span className="visually-hidden">{why}</span>
    </span>
  );
}
