import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Role, addUser } from "@/api/accounts";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ROLES } from "./words";

interface Props {
  /** The only role there is to give: the first user's. */
  only?: Role;
  button: string;
  onAdded: () => void;
}

/** A name, a role and a first password. */
export function UserForm({ only, button, onAdded }: Props) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>(only ?? "viewer");
  const [password, setPassword] = useState("");
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: () => addUser({ name, role, password }),
    onSuccess: () => {
      setName("");
      setPassword("");
      onAdded();
      return queryClient.invalidateQueries({ queryKey: ["users"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className="stack-tight" onSubmit={submit}>
      <div className="row row-end">
        <TextInput
          label="Name"
          autoComplete="off"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {!only && (
          <NativeSelect
            label="Role"
            data={ROLES.map(({ value, label }) => ({ value, label }))}
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
          />
        )}
        <TextInput
          label="Password, 12 characters or more"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" disabled={add.isPending}>
          {button}
        </Button>
      </div>
      {add.isError && <ProblemNotice problem={asProblem(add.error)} />}
    </form>
  );
}
