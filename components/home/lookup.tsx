import { BigSearch } from "@/components/ui/big-search";
import type { Named, Place } from "@/lib/search/rules";

export type LookupProps = {
  products: readonly Named[];
  countries: readonly Place[];
  /** A few pages to begin with. */
  examples: readonly { text: string; href: string }[];
};

/** Search over products and countries. */
export function Lookup({ products, countries, examples }: LookupProps) {
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
            suggestions={[...products.map(({ label }) => label), ...countries.map(({ name }) => name)]}
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
