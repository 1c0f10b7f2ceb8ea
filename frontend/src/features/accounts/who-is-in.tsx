import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { meQuery, signOut } from "@/api/accounts";

/** Who is signed in, and the way out; nothing where there are no accounts. */
export function WhoIsIn() {
  const me = useQuery(meQuery);
  const leave = useMutation({ mutationFn: signOut, onSettled: () => window.location.assign("/") });
  if (!me.data?.accounts) return null;
  return (
    <div className="row">
      <span className="small quiet">
        <span className="visually-hidden">Signed in as </span>
        {me.data.name}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
      >
        Sign out
      </Button>
    </div>
  );
}
