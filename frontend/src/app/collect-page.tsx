import { useNavigate } from "@tanstack/react-router";
import { Collect } from "@/features/collect/collect";
import { collectRoute } from "./router";

export function CollectPage() {
  const { pack } = collectRoute.useSearch();
  const navigate = useNavigate({ from: collectRoute.fullPath });
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
