import { useQueryClient } from "@tanstack/react-query";
import { databasesQuery } from "@/api/databases";
import { useUploadEvents } from "@/api/events";

/** Asks for the databases, and what is said of all of them, anew when somebody's upload was read; not while this page waits for its own. */
export function useArrivals(waits: boolean): void {
  const queryClient = useQueryClient();
  const { queryKey } = databasesQuery;
  useUploadEvents(
    () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }),
    !waits,
  );
}
