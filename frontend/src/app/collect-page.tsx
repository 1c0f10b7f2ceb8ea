import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Collect } from "@/features/collect/collect";

const route = getRouteApi("/collect");

export function CollectPage() {
  const { pack } = route.useSearch();
  const navigate = useNavigate({ from: "/collect" });
  return (
    <Collect
      pack={pack === "yes"}
      onPack={(licensed) =>
        void navigate({
          search: licensed ? { pack: "yes" } : {},
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
