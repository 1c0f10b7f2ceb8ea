import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Role, type Scope, meQuery } from "@/api/accounts";
import "./allowed.css";

/** The least role that may do it, where whoever looks may not; null where they may, or nobody has said yet. The shell asks. */
export function useLacking(scope: Scope): Role | null {
  const me = useQuery({ ...meQuery, enabled: false });
  return me.data?.lacks.find((one) => one.scope === scope)?.role ?? null;
}

/** Why not, and who may. */
export const lackingWords = (role: Role, to: string): string =>
  `You cannot ${to}: that takes the role ${role}${role === "admin" ? "" : " or a higher one"}.`;

interface Props {
  scope: Scope;
  /** What its controls are for, after "You cannot". */
  to: string;
  /** The reason shows over the controls alone, where it would stand on the page many times. */
  quiet?: boolean;
  children: ReactNode;
}

/** Controls that not every role may use: off for the others, with the role that may. */
export function Allowed({ scope, to, quiet = false, children }: Props) {
  const role = useLacking(scope);
  if (role === null) return children;
  return (
    <>
      <fieldset
        className="allowed"
        disabled
        title={lackingWords(role, to)}
        aria-label={lackingWords(role, to)}
      >
        {children}
      </fieldset>
      {!quiet && <p className="small quiet no-print">{lackingWords(role, to)}</p>}
    </>
  );
}
