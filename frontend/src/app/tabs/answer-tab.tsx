import { useCase } from "@/case/case";
import { Answer } from "@/features/answer/answer";
import { MeasuredAnswer } from "@/features/measured/measured-answer";
import { isCompared } from "@/features/measured/window";
import { Answered } from "./answered";

export function AnswerTab() {
  const { database, state } = useCase();
  return (
    <Answered tab="answer">
      {(advice) => (
        <>
          {(database.after_reports > 0 || isCompared(state)) && <MeasuredAnswer advice={advice} />}
          <Answer advice={advice} />
        </>
      )}
    </Answered>
  );
}
