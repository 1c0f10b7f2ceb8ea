import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Me, type Role, type User, changeRole, removeUser, usersQuery } from "@/api/accounts";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Section } from "@/components/ui/section";
import { ResetPassword } from "./reset-password";
import { UserForm } from "./user-form";
import { ROLES, dayOf } from "./words";

type Change = { id: string; role: Role | null };

/** Everybody who may sign in, for admins. */
export function Users({ me }: { me: Me }) {
  const users = useQuery(usersQuery);
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: async ({ id, role }: Change) => {
      await (role ? changeRole(id, role) : removeUser(id));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["users"] }),
  });
  const error = users.error ?? change.error;
  return (
    <Section
      title="Users"
      intro={`Each role may do what the one before may. ${ROLES.map(({ label, may }) => `${label}: ${may}`).join("; ")}.`}
    >
      <ScrollRegion label="Everybody who may sign in">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">Since</th>
              <th scope="col">
                <span className="visually-hidden">Password, and removal</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {users.data?.items.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                own={user.id === me.id}
                onChange={(role) => change.mutate({ id: user.id, role })}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {error && <ProblemNotice problem={asProblem(error)} />}
      <h3>Add a user</h3>
      <UserForm button="Add user" onAdded={() => undefined} />
    </Section>
  );
}

interface RowProps {
  user: User;
  /** Of whoever looks: their own password asks for the old one. */
  own: boolean;
  /** Another role; null to remove the user. */
  onChange: (role: Role | null) => void;
}

function UserRow({ user, own, onChange }: RowProps) {
  const [asking, setAsking] = useState(false);
  const [resetting, setResetting] = useState(false);
  return (
    <tr>
      <th scope="row">{user.name}</th>
      <td>
        <NativeSelect
          miw={120}
          maw={160}
          aria-label={`Role of ${user.name}`}
          data={ROLES.map(({ value, label }) => ({ value, label }))}
          value={user.role}
          onChange={(event) => onChange(event.target.value as Role)}
        />
      </td>
      <td className="num">{dayOf(user.created_at)}</td>
      <td>
        {!own && (
          <Button variant="default" size="compact-sm" mr="xs" onClick={() => setResetting(true)}>
            Reset password<span className="visually-hidden"> of {user.name}</span>
          </Button>
        )}
        {resetting && <ResetPassword user={user} onClose={() => setResetting(false)} />}
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => (asking ? onChange(null) : setAsking(true))}
          onBlur={() => setAsking(false)}
        >
          {asking ? "Remove for good" : "Remove"}
          <span className="visually-hidden"> {user.name}</span>
        </Button>
      </td>
    </tr>
  );
}
