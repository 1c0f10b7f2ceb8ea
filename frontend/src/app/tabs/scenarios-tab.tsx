import { Scenarios } from "@/features/scenarios/scenarios";

export function ScenariosTab() {
  return <Scenarios />;
}
