import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

/** Sends files from any page and shows them on their way. What sends them is fetched when it is needed. */
export function useSendFiles() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useCallback(
    async (files: File[]) => {
      const [{ sendFiles }, { refreshUploads }] = await Promise.all([
        import("./sending"),
        import("@/api/uploads"),
      ]);
      // The list may have been asked for before the files arrived.
      const onSent = () => void refreshUploads(queryClient);
      sendFiles(files, { period: "before", mask: "keep" }, onSent);
      await navigate({ to: "/uploads" });
    },
    [navigate, queryClient],
  );
}
