import { Link } from "@/components/ui/link";
import { countryInSentence } from "@/lib/text/format";
import { toCompareHref } from "./compare-href";
import type { CompareRequest } from "./request";

/** Offers the reader's country instead of adding it: a shared comparison must stay the same. */
export function HomeCountry({
  home,
  isRemembered,
  request,
  currency,
}: {
  home: string | null;
  isRemembered: boolean;
  request: CompareRequest;
  currency: string | undefined;
}) {
  if (home === null || request.countries[0] === home) return null;
  const isListed = request.countries.includes(home);
  const href = toCompareHref(
    { ...request, countries: [home, ...request.countries.filter((code) => code !== home)] },
    currency,
  );
  return (
    <p className="compare-home">
      {isRemembered ? "Your country is" : "Your browser suggests"} {countryInSentence(home)}.{" "}
      <Link href={href}>{isListed ? "Measure savings against it" : "Add it and measure savings against it"}</Link>
    </p>
  );
}
