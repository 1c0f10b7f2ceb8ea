import { expect, it } from "vitest";
import { databaseLabel } from "./database-name";

const db = (id: string, name: string, dbid: number | null = null) => ({ id, name, dbid });

it.each([
  [db("1", "SHOP", 7), [], "SHOP"],
  [db("1", "SHOP", 7), [db("2", "OAK", 8)], "SHOP"],
  [db("1", "SHOP", 7), [db("2", "SHOP", 8)], "SHOP (DBID 7)"],
  [db("1", "SHOP", 7), [db("2", "shop")], "SHOP (DBID 7)"],
  [db("1", "SHOP"), [db("2", "SHOP", 8)], "SHOP (no DBID)"],
])("case %#: a database is told from another of its name", (database, others, label) => {
  expect(databaseLabel(database, [database, ...others])).toBe(label);
});
