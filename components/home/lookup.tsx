import { BigSearch } from "@/components/ui/big-search";
import type { Named, Place } from "@/lib/catalogue/search/rules";

export type LookupProps = {
  products: readonly Named[];
  countries: readonly Place[];
  /** Slugs of suggested products; the search finds the others too. */
  suggested: ReadonlySet<string>;
  /** Links to a few example pages. */
  examples: readonly { text: string; href: string }[];
};

/** Search over products and countries. */
export function Lookup({ products, countries, suggested, examples }: LookupProps) {
  return (
    <section className="section lookup" aria-labelledby="lookup">
      <div className="lookup-grid">
        <h2 className="finding" id="lookup">
          What does yours cost elsewhere?
        </h2>
        <div>
          <BigSearch
            action="/search"
            label="Product or country"
            placeholder="Product or country"
            suggestions={[
              ...products.filter(({ slug }) => suggested.has(slug)).map(({ label }) => label),
              ...countries.map(({ name }) => name),
            ]}
          />
          <p className="search-examples">
            For example{" "}
            {examples.map(({ text, href }, i) => (
              <span key={href}>
                {i > 0 && (i === examples.length - 1 ? ", or " : ", ")}
                <a href={href}>{text}</a>
              </span>
            ))}
            .
          </p>
        </div>
      </div>
    </section>
  );
}
