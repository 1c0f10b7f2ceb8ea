import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Me, type Scope, makeToken } from "@/api/accounts";
import { databasesQuery } from "@/api/databases";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { databaseLabel } from "@/lib/database-name";
import { TOKEN_SCOPES } from "./words";

const LASTS = [
  { value: "7", label: "A week" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
];

interface Props {
  me: Me;
  onMade: (text: string) => void;
}

/** What a new token is for, what it may, which databases it knows, and how long it lasts. */
export function TokenForm({ me, onMade }: Props) {
  const [name, setName] = useState("");
  const [days, setDays] = useState("90");
  const [scopes, setScopes] = useState<string[]>(["reports:read"]);
  const [known, setKnown] = useState<string[]>([]);
  const databases = useQuery(databasesQuery);
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: () =>
      makeToken({
        name,
        scopes: scopes as Scope[],
        databases: known.length > 0 ? known : null,
        days: Number(days),
      }),
    onSuccess: (made) => {
      setName("");
      onMade(made.text);
      return queryClient.invalidateQueries({ queryKey: ["tokens"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const offered = Object.entries(TOKEN_SCOPES).filter(([scope]) =>
    me.scopes.includes(scope as Scope),
  );
  return (
    <form className="stack-tight" onSubmit={submit}>
      <div className="row row-end">
        <TextInput
          label="What it is for"
          autoComplete="off"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <NativeSelect
          label="How long it lasts"
          data={LASTS}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      <Checkbox.Group label="What it may do" value={scopes} onChange={setScopes}>
        <div className="stack-tight">
          {offered.map(([scope, words]) => (
            <Checkbox key={scope} value={scope} label={words} />
          ))}
        </div>
      </Checkbox.Group>
      {databases.data && databases.data.items.length > 0 && (
        <Checkbox.Group
          label="Only these databases; none ticked means all"
          value={known}
          onChange={setKnown}
        >
          <div className="stack-tight">
            {databases.data.items.map((one, _at, all) => (
              <Checkbox key={one.id} value={one.id} label={databaseLabel(one, all)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div>
        <Button type="submit" disabled={make.isPending || scopes.length === 0}>
          Make token
        </Button>
      </div>
      {make.isError && <ProblemNotice problem={asProblem(make.error)} />}
    </form>
  );
}
