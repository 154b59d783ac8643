import type { Additions } from "@/lib/openapi/additions";
import { CodeWords } from "./code-words";

type Taking = Omit<Additions["parameters"][number], "path"> & { paths: string[] };

/** Paths that take the same stand in one line. */
function sortByAdded(parameters: Additions["parameters"]): Taking[] {
  const taking = new Map<string, Taking>();
  for (const { path, names, values } of parameters) {
    const added = JSON.stringify([names, values]);
    const known = taking.get(added);
    if (known === undefined) taking.set(added, { paths: [path], names, values });
    else known.paths.push(path);
  }
  return [...taking.values()];
}

export function Added({ additions: { paths, parameters, fields } }: { additions: Additions }) {
  return (
    <ul>
      {paths.length > 0 && (
        <li>
          Paths: <CodeWords words={paths} />
        </li>
      )}
      {sortByAdded(parameters).map(({ paths: taking, names, values }) => (
        <li key={taking[0]}>
          <CodeWords words={taking} /> {taking.length === 1 ? "takes" : "take"}{" "}
          {names.length > 0 && <CodeWords words={names} />}
          {values.map(({ name, values }, i) => (
            <span key={name}>
              {(i > 0 || names.length > 0) && "; "}
              <code>{name}</code>: <CodeWords words={values} />
            </span>
          ))}
        </li>
      ))}
      {fields.map(({ record, names }) => (
        <li key={record}>
          <code>{record}</code> has <CodeWords words={names} />
        </li>
      ))}
    </ul>
  );
}
