import type { Additions } from "@/lib/openapi/additions";
import { CodeWords } from "./code-words";

export function Added({ additions: { paths, parameters, fields } }: { additions: Additions }) {
  return (
    <ul>
      {paths.length > 0 && (
        <li>
          Paths: <CodeWords words={paths} />
        </li>
      )}
      {parameters.map(({ path, names, values }) => (
        <li key={path}>
          <code>{path}</code> takes {names.length > 0 && <CodeWords words={names} />}
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
