import { useQuery } from "@tanstack/react-query";
import { useParams, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { databaseQuery } from "@/api/databases";

/** The browser's tab says which page of which database it shows: several are open side by side. */
export function usePageTitle(): void {
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title });
  const { databaseId } = useParams({ strict: false });
  const database = useQuery({ ...databaseQuery(databaseId ?? ""), enabled: false });
  const name = databaseId ? database.data?.name : undefined;
  useEffect(() => {
    document.title = [page, name, "Segtier"].filter(Boolean).join(" · ");
  }, [page, name]);
}
