import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { Home } from "@/features/databases/home";

export function HomePage() {
  const navigate = useNavigate();
  const openDatabase = useCallback(
    (databaseId: string) => void navigate({ to: "/databases/$databaseId", params: { databaseId } }),
    [navigate],
  );
  const openUploads = useCallback(() => void navigate({ to: "/uploads" }), [navigate]);
  return <Home onOpenDatabase={openDatabase} onUpload={openUploads} />;
}
