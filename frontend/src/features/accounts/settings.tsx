import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { meQuery } from "@/api/accounts";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Section } from "@/components/ui/section";
import { Webhooks } from "@/features/webhooks/webhooks";
import { OwnPassword } from "./own-password";
import { Tokens } from "./tokens";
import { UserForm } from "./user-form";
import { Users } from "./users";

/** Accounts: the first one, or one's own tokens and password, and for admins everybody's; the audit trail; and webhooks. */
export function Settings() {
  const me = useQuery(meQuery);
  return (
    <div className="stack">
      <h1>Settings</h1>
      {me.isError && <ProblemNotice problem={asProblem(me.error)} />}
      {me.data && !me.data.accounts && (
        <Section
          title="Make the first admin"
          intro="This installation has no accounts: anyone with its secret can do everything. Once you add the first admin, people sign in by name, and the secret no longer works."
        >
          <UserForm only="admin" button="Make admin" onAdded={() => window.location.reload()} />
        </Section>
      )}
      {me.data?.accounts && (
        <>
          <Tokens me={me.data} />
          <OwnPassword name={me.data.name} />
          {me.data.scopes.includes("admin") && <Users me={me.data} />}
        </>
      )}
      {me.data?.scopes.includes("audit:read") && (
        <Section
          title="Audit trail"
          intro="Who did what and when, and whether the record is intact."
        >
          <p>
            <Link to="/audit">Open the audit trail</Link>
          </p>
        </Section>
      )}
      {me.data?.scopes.includes("webhooks:write") && <Webhooks />}
    </div>
  );
}
