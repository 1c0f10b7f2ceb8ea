import { Uploads } from "@/features/uploads/uploads";
import { uploadsRoute } from "./router";

export function UploadsPage() {
  const { period } = uploadsRoute.useSearch();
  return <Uploads initialPeriod={period ?? "before"} />;
}
