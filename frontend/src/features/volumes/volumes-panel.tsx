import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "@/api/problem";
import { volumeKindsQuery, volumesQuery } from "@/api/volumes";
import { useCase } from "@/case/case";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Value } from "@/components/ui/value";
import { QuestionField } from "@/features/setup/question-field";
import { UNKNOWN } from "@/lib/format";
import { rentingParams } from "@/lib/page-state";
import { RENTING, type Renting } from "@/lib/question";
import type { VolumeAnswers } from "@/api/types";
import { kindsOf, offerRows, placesOf, remarks, rivalRows } from "./offers";
import "@/features/setup/setup.css";

const NO_PRICE = "nobody said the price";

function Offers({ answers }: { answers: VolumeAnswers }) {
  const rows = offerRows(answers);
  const bothSides = rows.some(({ freed }) => freed !== UNKNOWN);
  if (rows.length === 0) return <p>No kind of volume of the catalogue fits.</p>;
  return (
    <ScrollRegion label="Rented volumes">
      <table className="table small">
        <thead>
          <tr>
            <th scope="col">Volume</th>
            <th scope="col">For</th>
            <th scope="col" className="right">
              Order
            </th>
            <th scope="col" className="right">
              Segments
            </th>
            <th scope="col" className="right">
              A month
            </th>
            {bothSides && (
              <>
                <th scope="col" className="right">
                  Becomes free
                </th>
                <th scope="col" className="right">
                  Net
                </th>
              </>
            )}
            <th scope="col" className="right">
              DB time, × today
            </th>
            <th scope="col" className="told">
              Meets first
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              <td>{row.what}</td>
              <td className="right num">{row.order}</td>
              <td className="right num">{row.moves}</td>
              {[row.month, ...(bothSides ? [row.freed, row.net] : [])].map((price, at) => (
                <td key={at} className="right">
                  <Value why={NO_PRICE}>{price}</Value>
                </td>
              ))}
              <td className="right num">{row.time}</td>
              <td>{row.meets}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Rivals({ answers }: { answers: VolumeAnswers }) {
  return (
    <ScrollRegion label="What else could be bought">
      <table className="table small">
        <thead>
          <tr>
            <th scope="col">Or buy</th>
            <th scope="col">How much</th>
            <th scope="col" className="right">
              A month
            </th>
            <th scope="col" className="right">
              DB time, × today
            </th>
            <th scope="col" className="told">
              Why
            </th>
          </tr>
        </thead>
        <tbody>
          {rivalRows(answers).map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.title}</th>
              <td>
                <Value why="not known">{row.amount}</Value>
              </td>
              <td className="right">
                <Value why={NO_PRICE}>{row.month}</Value>
              </td>
              <td className="right">
                <Value why="not known">{row.time}</Value>
              </td>
              <td>{row.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Where the database runs, of the places that the catalogue knows. */
function RunsOn({ place }: { place: string | undefined }) {
  const { change } = useCase();
  const { data } = useQuery(volumeKindsQuery);
  return (
    <NativeSelect
      label="The database runs on"
      description="Leaves the kinds that it can have there."
      value={place ?? ""}
      onChange={({ target }) => change({ volumes_on: target.value || undefined })}
      data={[{ value: "", label: "Any cloud: all kinds" }, ...placesOf(data?.items ?? [])]}
    />
  );
}

function Answers({ renting, place }: { renting: Renting; place: string | undefined }) {
  const { database, params } = useCase();
  const kinds = useQuery({ ...volumeKindsQuery, enabled: place !== undefined });
  const query = useQuery({
    ...volumesQuery(database.id, params, renting, kindsOf(kinds.data?.items ?? [], place)),
    enabled: place === undefined || !kinds.isPending,
  });
  if (query.error) {
    const { message, advice, requestId } = asProblem(query.error);
    return <ProblemNotice problem={{ message, advice, requestId }} />;
  }
  if (!query.data) return <p className="quiet">One moment …</p>;
  return (
    <div className="stack-tight" aria-busy={query.isPlaceholderData}>
      <Offers answers={query.data} />
      <Rivals answers={query.data} />
      {remarks(query.data).map((text) => (
        <p key={text} className="quiet small">
          {text}
        </p>
      ))}
    </div>
  );
}

/** Volumes that are rented instead of SSD that is bought: both sides' prices, and what else the money would buy. */
export function VolumesPanel() {
  const { state, change } = useCase();
  const renting = rentingParams(state);
  const place = state.volumes_on;
  const [opened, setOpened] = useState(place !== undefined || Object.keys(renting).length > 0);
  return (
    <details
      className="panel"
      open={opened}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>Rent volumes instead</summary>
      {opened && (
        <div className="stack-tight">
          <fieldset className="setup-group">
            <legend>Wishes and prices</legend>
            <RunsOn place={place} />
            {RENTING.map((field) => (
              <QuestionField
                key={field.name}
                field={field}
                value={renting[field.name as keyof Renting]}
                onChange={(value) => change({ [field.name]: value })}
              />
            ))}
          </fieldset>
          <Answers renting={renting} place={place} />
        </div>
      )}
    </details>
  );
}
