import { getRouteApi } from "@tanstack/react-router";
import { PlanReview } from "@/features/review/plan-review";

const route = getRouteApi("/plans/$planId");

export function PlanPage() {
  const { planId } = route.useParams();
  const { revision } = route.useSearch();
  return <PlanReview key={planId} planId={planId} asked={revision} />;
}
