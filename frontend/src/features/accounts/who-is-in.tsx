import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { meQuery, signOut } from "@/api/accounts";

/** The way to the settings; where there are accounts, who is signed in and the way out. */
export function WhoIsIn() {
  const me = useQuery(meQuery);
  const leave = useMutation({ mutationFn: signOut, onSettled: () => window.location.assign("/") });
  return (
    <nav className="shell-nav shell-account" aria-label="Account">
      {me.data?.accounts && (
        <span className="small quiet">
          <span className="visually-hidden">Signed in as </span>
          {me.data.name}
        </span>
      )}
      <Link to="/settings">Settings</Link>
      {me.data?.accounts && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={leave.isPending}
          onClick={() => leave.mutate()}
        >
          Sign out
        </Button>
      )}
    </nav>
  );
}
