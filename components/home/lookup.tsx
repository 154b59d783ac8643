import { BigSearch } from "@/components/ui/big-search";
import { Link } from "@/components/ui/link";

export function Lookup({ examples }: { examples: readonly { text: string; href: string }[] }) {
  return (
    <section className="section lookup" aria-labelledby="lookup">
      <div className="lookup-grid">
        <h2 className="finding" id="lookup">
          What does yours cost elsewhere?
        </h2>
        <div>
          <BigSearch label="Subscription or country" placeholder="Subscription or country" />
          <p className="search-examples">
            For example{" "}
            {examples.map(({ text, href }, i) => (
              <span key={href}>
                {i > 0 && (i === examples.length - 1 ? ", or " : ", ")}
                <Link href={href}>{text}</Link>
              </span>
            ))}
            .
          </p>
        </div>
      </div>
    </section>
  );
}
