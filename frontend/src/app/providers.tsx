import { MantineProvider, createTheme } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { askAgainWhenAway } from "@/api/ask-again";
import { asProblem } from "@/api/problem";

const theme = createTheme({
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Their scroll lock would write a <style> element, which the security policy forbids.
    DrawerRoot: { defaultProps: { lockScroll: false } },
    Modal: { defaultProps: { lockScroll: false } },
    ModalRoot: { defaultProps: { lockScroll: false } },
  },
});

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays a refusal; only silence and server faults are worth asking again.
      retry: (failures, error) => {
        const { status } = asProblem(error);
        return failures < 2 && (status === 0 || status >= 500);
      },
    },
  },
});

askAgainWhenAway(queryClient);

/** Of a saved case: what it holds is all there is. */
export const offlineClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: Infinity, networkMode: "always" } },
});

interface Props {
  client?: QueryClient;
  children: ReactNode;
}

/** Theme and server state for everything below. */
export function Providers({ client = queryClient, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
