import "@fontsource-variable/inter/wght.css";
import "./mantine.css";
import "./theme.css";
import "./layout.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "@tanstack/react-router";
import { Providers } from "./providers";
import { makeRouter } from "./router";

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={makeRouter()} />
      </Providers>
    </StrictMode>,
  );
