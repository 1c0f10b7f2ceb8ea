import type { ReactNode } from "react";
import type { Advice } from "@/api/types";
import { useCase } from "@/case/case";
import { StandsBack } from "@/features/answer/stands-back";
import type { TabKey } from "@/lib/tabs";

interface Props {
  tab: TabKey;
  children: (advice: Advice) => ReactNode;
}

/** A tab that tells of an answer: nothing before there is one, and the answer above it where that is "no". */
export function Answered({ tab, children }: Props) {
  const { advice, problem } = useCase();
  if (!advice)
    return problem ? null : (
      <p className="quiet tab-space" role="status">
        Working out the answer …
      </p>
    );
  return (
    <>
      <StandsBack tab={tab} advice={advice} />
      {children(advice)}
    </>
  );
}
