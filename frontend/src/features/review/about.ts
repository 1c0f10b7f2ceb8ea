import type { CommentOn, PlanComment } from "@/api/plans";

const OPERATION = /^O\d+$/;
const LINE = /^(.+):(\d+)$/;

/** "O001", "settings.sql", "settings.sql:12", or nothing for the plan. */
export function aboutWhat(typed: string): CommentOn {
  if (typed === "") return {};
  if (OPERATION.test(typed)) return { operation: typed };
  const [, file, line] = LINE.exec(typed) ?? [];
  return file && line ? { file, line: Number(line) } : { file: typed };
}

/** The same the other way round: "line 12 of settings.sql"; empty for the plan. */
export function wordsOf({ operation, file, line }: CommentOn): string {
  if (operation) return operation;
  if (!file) return "";
  return line ? `line ${line} of ${file}` : file;
}

/** Where a comment stands in the current revision; null for one on the plan, and where that is no longer there. */
export const placeOf = ({ operation, file, line, outdated }: PlanComment): string | null =>
  outdated ? null : wordsOf({ operation, file, line }) || null;

/** Those that belong to an operation, a file or a line of the current revision. */
export const commentsOn = (comments: readonly PlanComment[], on: CommentOn): PlanComment[] =>
  comments.filter((comment) => placeOf(comment) === wordsOf(on));
