import {
  type RouterHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { readAuditState } from "@/lib/audit-state";
import { readHomeState } from "@/lib/home-state";
import { parseSearch, readPageState, readRevision, writeSearch } from "@/lib/page-state";
import { ErrorPage } from "./error-page";
import { NotFoundPage } from "./not-found-page";
import { Shell } from "./shell";

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  staticData: { title: "Databases" },
  validateSearch: readHomeState,
  component: lazyRouteComponent(() => import("./home-page"), "HomePage"),
});

const uploadsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/uploads",
  staticData: { title: "Uploads" },
  validateSearch: (raw: Record<string, unknown>): { period?: "after" } =>
    raw.period === "after" ? { period: "after" } : {},
  component: lazyRouteComponent(() => import("./uploads-page"), "UploadsPage"),
});

const collectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/collect",
  staticData: { title: "Collect" },
  validateSearch: (raw: Record<string, unknown>): { pack?: "yes" } =>
    raw.pack === "yes" ? { pack: "yes" } : {},
  component: lazyRouteComponent(() => import("./collect-page"), "CollectPage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  staticData: { title: "Settings" },
  component: lazyRouteComponent(() => import("@/features/accounts/settings"), "Settings"),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/audit",
  staticData: { title: "Audit trail" },
  validateSearch: readAuditState,
  component: lazyRouteComponent(() => import("@/features/audit/audit"), "Audit"),
});

const scoreboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/scoreboard",
  staticData: { title: "Scoreboard" },
  component: lazyRouteComponent(() => import("./scoreboard-page"), "ScoreboardPage"),
});

const docsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/docs",
  staticData: { title: "REST API" },
  component: lazyRouteComponent(() => import("./docs-page"), "DocsPage"),
});

/** A plan under review is its revision: nothing around it asks for an answer of today. */
const planUnderReviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/plans/$planId",
  staticData: { title: "Plan under review" },
  validateSearch: readRevision,
  component: lazyRouteComponent(() => import("./plan-page"), "PlanPage"),
});

const databaseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/databases/$databaseId",
  validateSearch: readPageState,
  component: lazyRouteComponent(() => import("./database-page"), "DatabasePage"),
});

const answerRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: "/",
  staticData: { title: "Answer" },
  component: lazyRouteComponent(() => import("./tabs/answer-tab"), "AnswerTab"),
});

const loadRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: "load",
  staticData: { title: "Load" },
  component: lazyRouteComponent(() => import("./tabs/load-tab"), "LoadTab"),
});

const optionsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: "options",
  staticData: { title: "Options" },
  component: lazyRouteComponent(() => import("./tabs/options-tab"), "OptionsTab"),
});

const segmentsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: "segments",
  staticData: { title: "Segments" },
  component: lazyRouteComponent(() => import("./tabs/segments-tab"), "SegmentsTab"),
});

const planRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: "plan",
  staticData: { title: "Plan" },
  component: lazyRouteComponent(() => import("./tabs/plan-tab"), "PlanTab"),
});

const reportsRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: "reports",
  staticData: { title: "Reports" },
  component: lazyRouteComponent(() => import("./tabs/reports-tab"), "ReportsTab"),
});

const scenariosRoute = createRoute({
  getParentRoute: () => databaseRoute,
  path: "scenarios",
  staticData: { title: "Scenarios" },
  component: lazyRouteComponent(() => import("./tabs/scenarios-tab"), "ScenariosTab"),
});

const tabs = [
  answerRoute,
  loadRoute,
  optionsRoute,
  segmentsRoute,
  planRoute,
  reportsRoute,
  scenariosRoute,
] as const;

const routeTree = rootRoute.addChildren([
  homeRoute,
  collectRoute,
  uploadsRoute,
  settingsRoute,
  auditRoute,
  scoreboardRoute,
  docsRoute,
  planUnderReviewRoute,
  databaseRoute.addChildren(tabs),
]);

/** By the browser's addresses, or by those of a saved file. */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    parseSearch: (search) => parseSearch(search.replace(/^\?/, "")),
    stringifySearch: writeSearch,
    defaultPreload: history ? false : "intent",
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface StaticDataRouteOption {
    /** What the page is called in the browser's tab and history. */
    title?: string;
  }
}
