import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { Home } from "@/features/databases/home";
import { compact } from "@/lib/page-state";

const route = getRouteApi("/");

export function HomePage() {
  const state = route.useSearch();
  const navigate = useNavigate({ from: "/" });
  const openDatabase = useCallback(
    (databaseId: string) => void navigate({ to: "/databases/$databaseId", params: { databaseId } }),
    [navigate],
  );
  const openUploads = useCallback(() => void navigate({ to: "/uploads" }), [navigate]);
  return (
    <Home
      state={state}
      onChange={(part) =>
        void navigate({
          search: (old) => compact({ ...old, ...part }),
          replace: !("budget" in part),
          resetScroll: false,
        })
      }
      onOpenDatabase={openDatabase}
      onUpload={openUploads}
    />
  );
}
