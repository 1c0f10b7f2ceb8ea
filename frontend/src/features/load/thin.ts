/** What is drawn of more intervals than there are pixels: of those that share a place the busiest, so that no peak is lost. */
import { type Span, type Stretch, isGap } from "./time-line";

export interface Drawn extends Stretch {
  /** The busiest of them: its figures are drawn. */
  span: Span;
  /** How many intervals it stands for. */
  stands: number;
}

/**
 * The intervals in view, about `most` or fewer (one more for each gap), none over a gap; `load` is what is drawn of one. Which share a
 * place hangs on the width of the view alone, so nothing flickers while it is moved.
 */
export function thin(
  spans: readonly Span[],
  view: Stretch,
  most: number,
  load: (span: Span) => number,
): Drawn[] {
  const seen = spans.filter(({ from, to }) => to > view.from && from < view.to);
  if (seen.length <= most) return seen.map((span) => ({ ...edges(span), span, stands: 1 }));
  const width = (view.to - view.from) / most;
  const drawn: Drawn[] = [];
  let bucket = -1;
  for (const span of seen) {
    const own = Math.floor(span.from / width);
    const last = drawn.at(-1);
    if (last && own === bucket && !isGap(last.to, span.from)) {
      if (load(span) > load(last.span)) last.span = span;
      last.to = Math.max(last.to, span.to);
      last.stands += 1;
    } else drawn.push({ ...edges(span), span, stands: 1 });
    bucket = own;
  }
  return drawn;
}

const edges = ({ from, to }: Stretch): Stretch => ({ from, to });
