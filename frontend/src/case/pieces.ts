import { useQuery } from "@tanstack/react-query";
import { frontierQuery, optionDetailsQuery, sourcesQuery } from "@/api/advice";
import { useCase } from "./case";

/** The options of the answer on the page in depth, once they are there. */
export function useOptionDetails() {
  const { database, advice, asked } = useCase();
  return useQuery({ ...optionDetailsQuery(database.id, asked), enabled: advice !== undefined })
    .data;
}

/** What the answer on the page is made from, once it is there. */
export function useSources() {
  const { database, advice, asked } = useCase();
  return useQuery({ ...sourcesQuery(database.id, asked), enabled: advice !== undefined }).data;
}

/** What every amount of SSD would save; null where there is nothing to place, undefined until it is there. */
export function useFrontier() {
  const { database, advice, asked } = useCase();
  const enabled = advice !== undefined;
  return useQuery({ ...frontierQuery(database.id, asked), enabled }).data?.frontier;
}
