interface Named {
  id: string;
  name: string;
  dbid: number | null;
}

const same = (a: string, b: string) => a.toUpperCase() === b.toUpperCase();

/** The name of a database; with its DBID where another one of the list has the same name. */
export function databaseLabel(database: Named, all: readonly Named[]): string {
  const { id, name, dbid } = database;
  const isShared = all.some((other) => other.id !== id && same(other.name, name));
  return isShared ? `${name} (${dbid == null ? "no DBID" : `DBID ${dbid}`})` : name;
}
