import { Button, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PLANS, planReviewQuery, takeAction } from "@/api/plans";
import { asProblem } from "@/api/problem";
import type { PlanDocument } from "@/api/types";
import { bytes, plural } from "@/lib/format";
import { Refusal } from "./refusal";
import { neededText, ssdText } from "./revision-facts";
import type { Shown } from "./shown";
import { momentOf, titleOf } from "./words";

interface Props {
  /** As it was when the dialog opened: what comes meanwhile is not what was read. */
  shown: Shown;
  document: PlanDocument;
  said: string;
  onClose: () => void;
  onApproved: () => void;
}

const GROUPED = new Intl.NumberFormat("en-GB");

function signedText({ files }: PlanDocument): string {
  const signed = files.filter((one) => one.signed);
  const size = signed.reduce((sum, one) => sum + one.bytes, 0);
  return `${plural(signed.length, "file")}, ${GROUPED.format(size)} bytes`;
}

/** The last look before a name stands under it: what exactly is approved. */
export function ApproveDialog({ shown, document, said, onClose, onApproved }: Props) {
  const { plan, revision } = shown;
  const queries = useQueryClient();
  const approve = useMutation({
    mutationFn: () => takeAction({ ...plan, digest: revision.digest }, "approve", said),
    onSuccess: (now) => {
      queries.setQueryData(planReviewQuery(plan.id).queryKey, now);
      onApproved();
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PLANS }),
  });
  const facts = [
    ["Plan", `${titleOf(plan.option)}, ${plan.database}`],
    ["Revision", `${revision.number} by ${revision.author_name}, ${momentOf(revision.created_at)}`],
    ["SSD", ssdText({ revision, document })],
    ["On the SSD", neededText(document)],
    ["Moved", document.ledger ? bytes(document.ledger.moved_bytes) : "looked up by the scripts"],
    ["Signed", signedText(document)],
  ];
  return (
    <Modal.Root opened onClose={onClose} size="min(40rem, 100%)" centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <div className="stack">
            <div className="row spread">
              <Modal.Title>Approve revision {revision.number}?</Modal.Title>
              <Modal.CloseButton aria-label="Close without approving" />
            </div>
            <dl className="review-signed">
              {facts.map(([term, value]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
              <div>
                <dt>Digest</dt>
                <dd>
                  <code className="review-digest">{revision.digest}</code>
                </dd>
              </div>
              {said && (
                <div>
                  <dt>Your comment</dt>
                  <dd className="review-text">{said}</dd>
                </div>
              )}
            </dl>
            <p>
              You approve these bytes and no others: the digest is the SHA-256 of SHA256SUMS in the
              bundle. Your name is written down, and the forecast is sealed.
            </p>
            {approve.isError && <Refusal problem={asProblem(approve.error)} />}
            <div className="row">
              <Button disabled={approve.isPending} onClick={() => approve.mutate()}>
                {approve.isPending ? "Approving …" : `Approve revision ${revision.number}`}
              </Button>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
