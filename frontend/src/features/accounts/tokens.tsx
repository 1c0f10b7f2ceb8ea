import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Me, type Token, revokeToken, tokensQuery } from "@/api/accounts";
import { databasesQuery } from "@/api/databases";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { ShownOnce } from "@/components/ui/shown-once";
import { databaseLabel } from "@/lib/database-name";
import { TokenForm } from "./token-form";
import { dayOf } from "./words";

/** Tokens of whoever is signed in. */
export function Tokens({ me }: { me: Me }) {
  const tokens = useQuery(tokensQuery);
  const [made, setMade] = useState<string | null>(null);
  return (
    <Section
      title="My tokens"
      intro="A program shows a token instead of your password. It may do no more than you may, and never makes users or tokens."
    >
      {tokens.isError && <ProblemNotice problem={asProblem(tokens.error)} />}
      {tokens.data && tokens.data.items.length > 0 && (
        <ScrollRegion label="Tokens that hold">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">What it is for</th>
                <th scope="col">May</th>
                <th scope="col">Databases</th>
                <th scope="col">Last used</th>
                <th scope="col">Until</th>
                <th scope="col">
                  <span className="visually-hidden">Revoke</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tokens.data.items.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {made && <ShownOnce key={made} label="Token" text={made} />}
      <h3>Make a token</h3>
      <TokenForm me={me} onMade={setMade} />
    </Section>
  );
}

function TokenRow({ token }: { token: Token }) {
  const databases = useQuery(databasesQuery);
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeToken(token.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["tokens"] }),
  });
  const all = databases.data?.items ?? [];
  const nameOf = (id: string) => {
    const found = all.find((one) => one.id === id);
    return found ? databaseLabel(found, all) : id;
  };
  return (
    <tr>
      <th scope="row">{token.name}</th>
      <td>{token.scopes.join(", ")}</td>
      <td>{token.databases ? token.databases.map(nameOf).join(", ") : "all"}</td>
      <td className="num">{token.used_at ? dayOf(token.used_at) : "never"}</td>
      <td className="num">{dayOf(token.expires_at)}</td>
      <td>
        <Button
          variant="default"
          size="compact-sm"
          disabled={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          Revoke<span className="visually-hidden"> {token.name}</span>
        </Button>
        {revoke.isError && <ProblemNotice problem={asProblem(revoke.error)} />}
      </td>
    </tr>
  );
}
