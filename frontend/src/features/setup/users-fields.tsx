import { type PageState, usersIncomplete } from "@/lib/page-state";
import { FigureInput } from "./figure-input";

interface Props {
  state: PageState;
  onChange: (part: Partial<PageState>) => void;
}

/** Who makes the load, and the response time at which users are counted. */
export function UsersFields({ state, onChange }: Props) {
  return (
    <fieldset className="setup-group">
      <legend>Users</legend>
      <FigureInput label="Users" name="users" state={state} onChange={onChange} />
      <FigureInput label="Think time, s" name="think_time_s" state={state} onChange={onChange} />
      <FigureInput
        label="Response limit, s"
        name="response_limit_s"
        state={state}
        onChange={onChange}
      />
      {usersIncomplete(state) && (
        <p className="small users-incomplete" role="status">
          Users and their think time go together; until both are here, average active sessions are
          used.
        </p>
      )}
    </fieldset>
  );
}
