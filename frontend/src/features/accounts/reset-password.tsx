import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type User, resetPassword } from "@/api/accounts";
import { asProblem } from "@/api/problem";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ShownOnce } from "@/components/ui/shown-once";

interface Props {
  user: User;
  onClose: () => void;
}

/** A new password for somebody who forgot theirs: made and shown once, or typed. */
export function ResetPassword({ user, onClose }: Props) {
  const [byHand, setByHand] = useState(false);
  const [typed, setTyped] = useState("");
  const reset = useMutation({
    mutationFn: () => resetPassword(user.id, byHand ? typed : null),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate();
  };
  return (
    <Modal.Root opened onClose={onClose} size="min(32rem, 100%)" centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <div className="stack">
            <div className="row spread">
              <Modal.Title>A new password for {user.name}</Modal.Title>
              <Modal.CloseButton aria-label="Close" />
            </div>
            {reset.isSuccess ? (
              <Done name={user.name} made={reset.data.password} onClose={onClose} />
            ) : (
              <form className="stack" onSubmit={submit}>
                <p>Segtier makes the password and shows it once.</p>
                <Checkbox
                  label="I type one instead"
                  checked={byHand}
                  onChange={(event) => setByHand(event.target.checked)}
                />
                {byHand && (
                  <TextInput
                    label="Password, 12 characters or more"
                    type="password"
                    autoComplete="new-password"
                    required
                    minLength={12}
                    value={typed}
                    onChange={(event) => setTyped(event.target.value)}
                  />
                )}
                <p>
                  This signs {user.name} out everywhere and revokes all tokens of {user.name}. It
                  also ends the wait after failed tries. The audit trail says that you did it.
                </p>
                {reset.isError && <ProblemNotice problem={asProblem(reset.error)} />}
                <div className="row">
                  <Button type="submit" disabled={reset.isPending}>
                    Reset the password
                  </Button>
                  <Button variant="default" onClick={onClose}>
                    Cancel
                  </Button>
                </div>
              </form>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface DoneProps {
  name: string;
  /** null where it was typed. */
  made: string | null;
  onClose: () => void;
}

function Done({ name, made, onClose }: DoneProps) {
  return (
    <>
      {made ? (
        <ShownOnce label="Password" text={made} />
      ) : (
        <p role="status">{name} now has the password that you typed.</p>
      )}
      <p>Pass it on by a way that others do not read. {name} can change it under Settings.</p>
      <div>
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
