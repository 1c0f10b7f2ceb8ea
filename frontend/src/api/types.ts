/** The API's own names for what it sends; every type comes from the generated schema. */
import type { components, operations } from "./schema.gen";

type Schemas = components["schemas"];

export type Advice = Schemas["GivenSummary"];
export type AdviceQuestion = Schemas["AdviceQuestion"];
export type Assumption = Schemas["Assumption"];
export type BeforeUpload = Schemas["BeforeUpload"];
export type ComparedClass = Schemas["ComparedClass"];
export type ComparedEvent = Schemas["ComparedEvent"];
export type ComparedPart = Schemas["ComparedPart"];
export type ComparedFigure = Schemas["ComparedFigure"];
export type ComparedIo = Schemas["ComparedIo"];
export type Comparison = Schemas["Comparison"];
export type Scoreboard = Schemas["ScoreboardAnswer"];
export type ScoreRow = Schemas["ScoreRow"];
export type ScoreTotals = Schemas["Totals"];
export type DeviceModel = Schemas["DeviceModel"];
export type Evidence = Schemas["Evidence"];
export type EventAfter = Schemas["EventAfter"];
export type Finding = Schemas["Finding"];
export type Frontier = Schemas["Frontier"];
export type FrontierPoint = Schemas["FrontierPoint"];
export type HoursUsed = Schemas["HoursUsed"];
export type LatencyHistogram = Schemas["LatencyHistogram"];
export type LoadPoint = Schemas["LoadPoint"];
export type LoadRow = Schemas["LoadRow"];
export type OptionAdvice = Schemas["OptionAdvice"];
export type OptionDetails = Schemas["OptionDetails"];
export type OptionLine = Schemas["OptionLine"];
export type Sources = Schemas["Sources"];
export type OptionSpec = Schemas["OptionSpec"];
export type TargetName = OptionSpec["targets"][number];
export type OptionKind = OptionSpec["name"];
/** A kind, or the name of a set. */
export type OptionName = OptionLine["option"];
export type PublishedOption = Schemas["PublishedOption"];
export type Quality = Schemas["Quality"];
export type Range = Schemas["Range"];
/** What may be asked of rented volumes beside the question. */
export type RentingQuery = Omit<
  NonNullable<operations["getVolumes"]["parameters"]["query"]>,
  keyof AdviceQuestion | "volume"
>;
export type Drift = Schemas["Drift"];
export type VolumeAnswer = Schemas["VolumeAnswer"];
export type VolumeAnswers = Schemas["VolumeAnswers"];
export type VolumeModel = Schemas["VolumeModel"];
export type VolumeOffer = Schemas["VolumeOffer"];
export type RankedSegment = Schemas["RankedSegment"];
export type SegmentMap = Schemas["SegmentMap"];
export type HeatMap = Schemas["HeatMap"];
export type SegmentFacets = Schemas["SegmentFacets"];
export type MapSegment = Schemas["MapSegment"];
export type MapGroup = Schemas["MapGroup"];
export type Timeline = Schemas["Timeline"];
export type TimelinePoint = Schemas["TimelinePoint"];
export type TimeSlice = Schemas["TimeSlice"];
export type TopEvent = Schemas["TopEvent"];
export type TopStatement = Schemas["TopStatement"];
export type Verdict = Schemas["Verdict"];
export type CollectionQuery = Schemas["CollectionQuery"];
export type Collector = Schemas["Collector"];
export type Database = Schemas["DatabaseItem"];
export type FleetRow = Schemas["FleetRow"];
export type FleetTotal = Schemas["FleetTotal"];
export type FoundPlace = Schemas["FoundPlace"];
export type Report = Schemas["ReportItem"];
export type ArchiveMembers = Schemas["ArchiveMembers"];
export type Batch = Schemas["Batch"];
export type Upload = Schemas["Upload"];
export type UploadContents = Schemas["UploadContents"];
export type SizesTaken = Schemas["SizesTaken"];

export type PlanDocument = Schemas["PlanDocument"];
export type Operation = Schemas["Operation"];
export type Ledger = Schemas["Ledger"];

export type Period = "before" | "after";
/** What becomes of names in an uploaded file. */
export type Mask = NonNullable<Schemas["Body_createUpload"]["mask"]>;
