import { DocsSection } from "./docs-shell";
import { Formula } from "./formula";

export function LensMethods() {
  return (
    <>
      <DocsSection id="tax" title="Without tax">
        <p>
          Most prices include value-added tax or a tax like it, those of the US and Canada do not. Whether the prices of
          a source or a vendor do is on file with its source; where nobody says it, it is not known. The rate is the
          country’s standard rate on electronic services on the day of the exchange rates, published only where an
          official source gives it, or where at least two sources agree, the one reviewed last among them.
        </p>
        <Formula says="Amount without tax equals amount divided by one plus rate over one hundred.">
          <var>amount without tax</var> = <var>amount</var> / (1 + <var>rate</var> / 100)
        </Formula>
        <p>
          A price that is known to leave tax out, or of a country that has no such tax, stays as it is. Otherwise,
          without a rate or without knowing whether the price includes it, the amount without tax is not known: it is
          empty with its reason, never zero. It is computed from the unrounded amount and shown with four decimals, by
          banker’s rounding. It is an estimate: that a country has a rate does not prove that a vendor charges it there.
        </p>
        <p>
          The <b>index without tax</b> is the median relative over the pairs of which both sides are known, from 30 of
          them on; nothing is taken out of the US side. Beside it stands the median as shown over the same products:
          only these two may be compared. There is no model without tax. In comparisons a price that is not known
          without tax stands in its place with the reason, and counts in no total and no saving.
        </p>
        <p>
          A change of tax is no change of price. Taxes on the turnover of sellers are no part of the rate, and a part of
          a country with tax of its own (the Canary Islands, Åland) is not told apart from it.
        </p>
      </DocsSection>

      <DocsSection id="income" title="Share of income, and purchasing power">
        <p>
          How much of a month’s average income a month costs, as the price baskets of the International
          Telecommunication Union have it:
        </p>
        <Formula says="Share equals twelve times US dollars a month divided by gross national income per head, times one hundred.">
          <var>share</var> = 12 × <var>usd a month</var> / <var>income</var> × 100
        </Formula>
        <p>
          Income is gross national income per head by the Atlas method, in US dollars, of the newest year from 2023 on
          (World Bank, NY.GNP.PCAP.CD); the year stands beside the share. The share is of the price as shown, rounded to
          three decimals. Older prices would be set against the same, newest income. For a country with an index:
        </p>
        <Formula says="Ratio equals one plus the median in per cent over one hundred, divided by the income of the country over the income of the US.">
          <var>ratio</var> = (1 + <var>pct</var> / 100) / (<var>income</var> / <var>US income</var>)
        </Formula>
        <p>
          The second ratio sets the price against the general price level of the country, which is the purchasing power
          factor of its gross domestic product (PA.NUS.PPP) divided by its official exchange rate (PA.NUS.FCRF). Both
          are of one and the same year: a factor of one year with a rate of another is wrong by the inflation between
          them, and is refused.
        </p>
        <Formula says="Ratio by purchasing power equals US dollars over US dollars in the United States, divided by the price level.">
          <var>ratio</var> = (<var>usd</var> / <var>usd</var>
          <sub>US</sub>) / (<var>factor</var> / <var>official rate</var>)
        </Formula>
        <p>
          Above 1 a subscription is more expensive than prices there are in general. Against ratios that the publisher
          of the index computes from the IMF’s factors of April 2026, those of 17 countries differ by 4.3% in the middle
          and by 28% at most (Nigeria). The price level of a whole economy is not that of a household. The Atlas method
          smooths exchange rates over three years: after a devaluation income in dollars looks higher than it is. Where
          factor and rate are in different units (Bulgaria, Liberia, Iran, Burundi) there is no ratio.
        </p>
      </DocsSection>

      <DocsSection id="multipliers" title="Factors for pricing">
        <p>
          The factor of a country on a price is its median index against the base divided by 100, with the interval of
          the median. The base is any country with prices: the median is over the products that both sell, computed
          directly and never by way of the US; of one category from five such products on. A price of yours becomes that
          of a country by the factor before it is rounded and the exchange rates of the dataset. It is what others
          charge, not advice. <a href="/multipliers">The factors as a table</a>
        </p>
      </DocsSection>
    </>
  );
}
