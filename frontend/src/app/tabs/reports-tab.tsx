import { useNavigate } from "@tanstack/react-router";
import { useCase } from "@/case/case";
import { ReportsPanel } from "@/features/reports/reports-panel";

export function ReportsTab() {
  const { database } = useCase();
  const navigate = useNavigate();
  return <ReportsPanel database={database} onDeleted={() => void navigate({ to: "/" })} />;
}
