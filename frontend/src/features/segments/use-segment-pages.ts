import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { SEGMENT_PAGE, type SegmentQuestion, segmentsQuery } from "@/api/advice";
import { asProblem } from "@/api/problem";
import type { RankedSegment } from "@/api/types";
import { useCase } from "@/case/case";

/** Rows by their place in the order; those in view are fetched, the others are not there. */
export function useSegmentPages(question: SegmentQuestion, inView: readonly [number, number]) {
  const { database, asked } = useCase();
  const page = (number: number) => segmentsQuery(database.id, asked, question, number);
  const first = useQuery({ ...page(0), placeholderData: keepPreviousData });
  const total = first.data?.total ?? 0;
  const [from, to] = inView.map((place) => Math.floor(place / SEGMENT_PAGE)) as [number, number];
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (number) => number > 0 && number * SEGMENT_PAGE < total,
  );
  const others = useQueries({ queries: numbers.map(page) });
  const pages = new Map<number, readonly RankedSegment[]>([
    [0, first.data?.items ?? []],
    ...others.flatMap(({ data }, index) => {
      const number = numbers[index];
      return data && number !== undefined ? [[number, data.items] as const] : [];
    }),
  ]);
  const failed = [first, ...others].find(({ isError }) => isError)?.error;
  return {
    total,
    row: (place: number): RankedSegment | undefined =>
      pages.get(Math.floor(place / SEGMENT_PAGE))?.[place % SEGMENT_PAGE],
    first: first.data?.items ?? [],
    problem: failed ? asProblem(failed) : null,
  };
}
