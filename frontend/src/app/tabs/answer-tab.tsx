import { useCase } from "@/case/case";
import { Answer } from "@/features/answer/answer";
import { MeasuredAnswer } from "@/features/measured/measured-answer";
import { Answered } from "./answered";

export function AnswerTab() {
  const { database } = useCase();
  return (
    <Answered tab="answer">
      {(advice) => (
        <>
          {database.after_reports > 0 && <MeasuredAnswer advice={advice} />}
          <Answer advice={advice} />
        </>
      )}
    </Answered>
  );
}
