import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Role, type User, changeRole, removeUser, usersQuery } from "@/api/accounts";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { UserForm } from "./user-form";
import { ROLES, dayOf } from "./words";

/** Everybody who may sign in, for admins. */
export function Users() {
  const users = useQuery(usersQuery);
  return (
    <Section
      title="Users"
      intro={`Each role may do what the one before may. ${ROLES.map(({ label, may }) => `${label}: ${may}`).join("; ")}.`}
    >
      {users.isError && <ProblemNotice problem={asProblem(users.error)} />}
      <ScrollRegion label="Everybody who may sign in">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">Since</th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {users.data?.items.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <h3>Add a user</h3>
      <UserForm button="Add user" onAdded={() => undefined} />
    </Section>
  );
}

function UserRow({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ["users"] });
  const change = useMutation({ mutationFn: (role: Role) => changeRole(user.id, role), onSuccess });
  const remove = useMutation({ mutationFn: () => removeUser(user.id), onSuccess });
  const error = change.error ?? remove.error;
  return (
    <tr>
      <th scope="row">{user.name}</th>
      <td>
        <NativeSelect
          maw={160}
          aria-label={`Role of ${user.name}`}
          data={ROLES.map(({ value, label }) => ({ value, label }))}
          value={user.role}
          onChange={(event) => change.mutate(event.target.value as Role)}
        />
        {error && <ProblemNotice problem={asProblem(error)} />}
      </td>
      <td>{dayOf(user.created_at)}</td>
      <td>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => (asking ? remove.mutate() : setAsking(true))}
          onBlur={() => setAsking(false)}
        >
          {asking ? "Remove for good" : "Remove"}
          <span className="visually-hidden"> {user.name}</span>
        </Button>
      </td>
    </tr>
  );
}
