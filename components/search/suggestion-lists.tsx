import type { SuggestionGroup } from "./suggestion-groups";

export function SuggestionLists({ groups }: { groups: readonly SuggestionGroup[] }) {
  return (
    <div className="suggestions-page">
      {groups.map(({ title, suggestions }) => (
        <section key={title}>
          <h2 className="suggestions-title">{title}</h2>
          <ul>
            {suggestions.map(({ href, name, detail, value }) => (
              <li key={href}>
                <a className="suggestion" href={href}>
                  <span className="suggestion-name">{name}</span>
                  <span className="suggestion-detail">{detail}</span>
                  <span className="suggestion-value">{value}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
