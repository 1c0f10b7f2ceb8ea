import { AnswerTab } from "./answer-tab";
import { LoadTab } from "./load-tab";
import { OptionsTab } from "./options-tab";
import { PlanTab } from "./plan-tab";
import { ReportsTab } from "./reports-tab";
import { SegmentsTab } from "./segments-tab";

/** The whole case one below the other, for paper. */
export function PrintTab() {
  return (
    <div className="stack print-case">
      <p className="no-print notice">
        This is the whole case, as it prints. Save it as a PDF from the browser’s print dialog.
      </p>
      <AnswerTab />
      <LoadTab />
      <OptionsTab />
      <SegmentsTab />
      <PlanTab />
      <ReportsTab />
    </div>
  );
}
