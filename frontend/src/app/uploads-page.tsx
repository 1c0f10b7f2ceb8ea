import { getRouteApi } from "@tanstack/react-router";
import { Uploads } from "@/features/uploads/uploads";

const route = getRouteApi("/uploads");

export function UploadsPage() {
  const { period } = route.useSearch();
  return <Uploads initialPeriod={period ?? "before"} />;
}
