// Reads a JSON list of SQL or PL/SQL texts on stdin, parses each with the ANTLR PL/SQL grammar in one process, and
// prints a JSON list of the first error of each (null where it parses). The lexer knows upper case only.
import { readFileSync } from "node:fs";
import { getParserFromInput } from "@griffithswaite/ts-plsql-parser";

function firstError(text) {
  const errors = [];
  const listener = {
    syntaxError: (_recognizer, _symbol, line, column, message) => errors.push(`${line}:${column} ${message}`),
    reportAmbiguity: () => {},
    reportAttemptingFullContext: () => {},
    reportContextSensitivity: () => {},
  };
  const parser = getParserFromInput(text.toUpperCase());
  const lexer = parser.getTokenStream().tokenSource;
  lexer.removeErrorListeners();
  lexer.addErrorListener(listener);
  parser.removeErrorListeners();
  parser.addErrorListener(listener);
  parser.sql_script();
  return errors[0]?.slice(0, 200) ?? null;
}

const texts = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map(firstError)));
