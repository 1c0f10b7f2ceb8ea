import "@fontsource-variable/inter/wght.css";
import "./mantine.css";
import "./theme.css";
import "./layout.css";
import { type DehydratedState, hydrate } from "@tanstack/react-query";
import { RouterProvider, createHashHistory } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { savedCase } from "@/lib/offline";
import { Providers, offlineClient } from "./providers";
import { makeRouter } from "./router";

const root = document.getElementById("root");
const saved = savedCase();
if (root && saved) {
  hydrate(offlineClient, saved.state as DehydratedState);
  if (!location.hash) location.hash = `/databases/${saved.databaseId}${saved.search}`;
  createRoot(root).render(
    <StrictMode>
      <Providers client={offlineClient}>
        <RouterProvider router={makeRouter(createHashHistory())} />
      </Providers>
    </StrictMode>,
  );
}
