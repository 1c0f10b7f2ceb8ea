import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { parseSearch, readPageState, writeSearch } from "@/lib/page-state";
import { NotFoundPage } from "./not-found-page";
import { Shell } from "./shell";

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./home-page"), "HomePage"),
});

const uploadsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/uploads",
  validateSearch: (raw: Record<string, unknown>): { period?: "after" } =>
    raw.period === "after" ? { period: "after" } : {},
  component: lazyRouteComponent(() => import("./uploads-page"), "UploadsPage"),
});

const collectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/collect",
  validateSearch: (raw: Record<string, unknown>): { pack?: "yes" } =>
    raw.pack === "yes" ? { pack: "yes" } : {},
  component: lazyRouteComponent(() => import("./collect-page"), "CollectPage"),
});

const databaseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/databases/$databaseId",
  validateSearch: readPageState,
  component: lazyRouteComponent(() => import("./database-page"), "DatabasePage"),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, collectRoute, uploadsRoute, databaseRoute]),
  parseSearch: (search) => parseSearch(search.replace(/^\?/, "")),
  stringifySearch: writeSearch,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
