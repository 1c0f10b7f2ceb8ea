import type { LanguageFn } from "highlight.js";
import highlighter from "highlight.js/lib/core";
import sql from "highlight.js/lib/languages/sql";

/** Words of Oracle's DDL that standard SQL does not have. */
const ORACLE =
  "attributes cell_flash_cache compress datafile diskgroup flash_cache index indexes keep lob logging modify move " +
  "nologging noparallel offline online overflow parallel rebuild split storage subpartition tablespace tempfile unusable";

const oracle: LanguageFn = (api) => {
  const standard = sql(api);
  const words = standard.keywords as { keyword: string[] };
  return {
    ...standard,
    keywords: { ...words, keyword: [...words.keyword, ...ORACLE.split(" ")] },
  };
};

highlighter.registerLanguage("sql", oracle);

/** What it gives beside the HTML: the same as a tree, which needs no trust. */
interface Word {
  scope?: string;
  children: (Word | string)[];
}

const classOf = (scope: string) => `hljs-${scope.replaceAll(".", "_")}`;

function Words({ words }: { words: Word["children"] }) {
  return words.map((word, at) =>
    typeof word === "string" ? (
      word
    ) : (
      <span key={at} className={word.scope && classOf(word.scope)}>
        <Words words={word.children} />
      </span>
    ),
  );
}

/** A statement with its words marked. */
export default function HighlightedSql({ text }: { text: string }) {
  const { _emitter } = highlighter.highlight(text, { language: "sql", ignoreIllegals: true });
  const { rootNode } = _emitter as unknown as { rootNode: Word };
  return (
    <code className="sql">
      <Words words={rootNode.children} />
    </code>
  );
}
