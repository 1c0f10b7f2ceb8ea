import { Popover, UnstyledButton } from "@mantine/core";
import type { Quality } from "@/api/types";
import { coverageText } from "@/lib/coverage";

/** How far the answer can be trusted, and why. */
export function QualityNote({ quality }: { quality: Quality }) {
  return (
    <Popover width="min(26rem, 90vw)" position="bottom-start" shadow="md" trapFocus withRoles>
      <Popover.Target>
        <UnstyledButton className="tag quality-grade">
          Data quality {quality.grade} <span aria-hidden="true">▾</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Why data quality ${quality.grade}`}>
        <div className="stack-tight" tabIndex={0}>
          <p>
            <strong>
              {quality.grade}: {quality.meaning}.
            </strong>{" "}
            A is best, D is worst.
          </p>
          <p>{coverageText(quality)}</p>
          <ul className="findings">
            {quality.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
