import type { ReactNode } from "react";

export type Definition = {
  key: string;
  term: ReactNode /** Type or unit, below the term. */;
  kind?: ReactNode;
  meaning: ReactNode;
  example?: ReactNode;
};

export function DefinitionList({ definitions }: { definitions: readonly Definition[] }) {
  return (
    <dl className="definitions">
      {definitions.map(({ key, term, kind, meaning, example }) => (
        <div key={key}>
          <dt>
            {term}
            {kind !== undefined && <small>{kind}</small>}
          </dt>
          <dd>
            {meaning}
            {example !== undefined && <small>{example}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
