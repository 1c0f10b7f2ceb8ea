import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

/** The way to the page that says how to collect everything. */
export function CollectLink({ text = "Collect everything in one run" }: { text?: string }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      className="no-print"
      renderRoot={(props) => <Link to="/collect" {...props} />}
    >
      {text}
    </Button>
  );
}
