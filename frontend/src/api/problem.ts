/** RFC 9457 problem details as this API sends them. */
import type { BeforeUpload } from "./types";

interface ProblemBody {
  title?: string;
  detail?: string;
  code?: string;
  advice?: string | null;
  request_id?: string;
  before_upload?: BeforeUpload | null;
  errors?: readonly { parameter?: string | null; detail: string }[];
}

export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly advice: string | null;
  readonly requestId: string | null;
  /** Set where the answer was refused before files came which count since. */
  readonly before_upload: BeforeUpload | null;
  /** Of the address, the fields at fault with what is said of each. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, body: ProblemBody) {
    super(body.detail ?? body.title ?? `The server answered ${status}.`);
    this.name = "Problem";
    this.status = status;
    this.code = body.code ?? `http-${status}`;
    this.advice = body.advice ?? null;
    this.requestId = body.request_id ?? null;
    this.before_upload = body.before_upload ?? null;
    this.fields = Object.fromEntries(
      (body.errors ?? []).flatMap(({ parameter, detail }) =>
        // Of a field that is given several times its place among them comes after it.
        parameter ? [[parameter.split(".")[0], detail]] : [],
      ),
    );
  }
}

/** The server did not answer at all. */
export function unreachable(): Problem {
  return new Problem(0, {
    code: "unreachable",
    detail: "Segtier does not answer.",
    advice: "Is `make run` still running? The page tries again by itself.",
  });
}

/** A problem from whatever came back: problem+json, other text, or nothing. */
export function problemFrom(status: number, body: unknown): Problem {
  if (status === 0) return unreachable();
  const known = typeof body === "object" && body !== null ? (body as ProblemBody) : {};
  return new Problem(status, known);
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof TypeError) return unreachable();
  return new Problem(0, { detail: error instanceof Error ? error.message : String(error) });
}
