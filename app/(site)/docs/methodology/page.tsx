import type { Metadata } from "next";
import { DocsSection, DocsShell } from "@/components/docs/docs-shell";
import { Equation, Formula } from "@/components/docs/formula";
import { LensMethods } from "@/components/docs/lens-methods";
import { readCountries } from "@/lib/catalogue/countries/data";
import { SECOND_SOURCE_DAYS } from "@/lib/catalogue/prices/evidence/rules";
import { OUTDATED_AFTER_DAYS } from "@/lib/catalogue/prices/ranking/rules";
import { FAR_FACTOR, MIN_USUAL_COUNTRIES, MIN_USUAL_PRODUCTS } from "@/lib/catalogue/prices/usual/rules";
import { countDoors } from "@/lib/catalogue/products/against-us/data";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { STALE_PRICES_SHARE } from "@/lib/dataset/rate-rules";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { countryInSentence, formatDay, formatPct } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";

const TITLE = "How the price index is made";
const DESCRIPTION =
  "The median relative price of each country against the United States, with its 95% interval, and a country-product-dummy estimate to check it by. Formulas, references, thresholds, limits.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/docs/methodology",
  image: "/image/pages/docs-methodology.png",
});

export default async function MethodologyPage() {
  const version = await readPageVersion({});
  const [countries, doors] = await Promise.all([readCountries(version, "shown"), countDoors(version)]);
  const cheapest = countries.find(({ index }) => index?.rank === 1);
  return (
    <DocsShell
      current="/docs/methodology"
      title="One index, the United States at 100, and a second method beside it"
      deck="The median says what the typical product costs; the model uses every price. The interval of each is that of the prices as they stand: what is wrong in a price, or in the rates of the day, is not in it. Both are computed afresh for each dataset."
    >
      <DocsSection id="usd" title="From a local price to US dollars a month">
        <p>
          A price stands in the currency it is offered in, as its source read it. It becomes dollars at a published
          exchange rate, whose day and source stand beside it. All dollars of a dataset stand at one rate day: the
          newest on which the rates cover the current prices, but for at most {STALE_PRICES_SHARE * 100}% of them. A
          currency is covered by its newest rate of that day or the {RATE_VALID_DAYS} days before. One that is not keeps
          the nearest rate before (or else after) with its own day; such a price is marked <code>fx_stale</code> and
          compared with nothing: it is in no cheapest price, no total, no median and no index. A price that was read
          after the rate day, or is asked for on a later day, stands at the rates of the rate day, and says so; a chart
          goes on at the last rate, dashed.
        </p>
        <Formula says="US dollars equal amount times exchange rate; US dollars a month equal US dollars times months factor.">
          <Equation>
            <var>usd</var> = <var>amount</var> × <var>rate</var>,
          </Equation>
          <Equation>
            <var>usd a month</var> = <var>usd</var> × <var>k</var>
          </Equation>
        </Formula>
        <p>
          <var>k</var> is 52/12 for weekly, 1 for monthly, 1/3 for quarterly, 1/6 for half-yearly and 1/12 for yearly
          prices. This arithmetic is decimal; the result is rounded once, to four decimals (banker’s rounding). Without
          a rate there is no dollar price, and the price takes part in nothing that needs one.
          {version.fxDate && ` The rate day is ${formatDay(version.fxDate)}.`}
        </p>
      </DocsSection>

      <DocsSection id="median" title="The index: the median product against its US price">
        <p>
          This is the method of the Global App Store Price Index by OpenTheRank. The basket holds one plan of each
          product (some are sold within one service, as Word and Excel are). Products that are sold as one plan (
          <code>same_plan_as</code>) count once, by the main one: the one with prices in most countries, of equals the
          first by name{doors > 0 && `; of the current ones ${doors} ${doors === 1 ? "is" : "are"} left out for that`}.
          Datasets from before the mark have none, and stay as they were. For every product of the basket the country’s
          price is set against the US price of the same product, platform and billing period:
        </p>
        <Formula says="r i equals US dollar price in the country divided by US dollar price in the United States, minus 1.">
          <var>r</var>
          <sub>i</sub> = <var>usd</var>
          <sub>country, i</sub> / <var>usd</var>
          <sub>US, i</sub> − 1
        </Formula>
        <p>
          Where several pairs exist, the first by platform counts (App Store, Google Play, web, any), then by period
          (monthly, yearly, half-yearly, quarterly, weekly): one relative a product. The index is 100 plus the median in
          percent:
        </p>
        <Formula says="Index equals 100 times 1 plus the median of all r i.">
          <var>I</var> = 100 × (1 + median(<var>r</var>
          <sub>1</sub>, …, <var>r</var>
          <sub>n</sub>))
        </Formula>
        <p>
          Its 95% interval supposes that the products are independent and drawn at random, and that the exchange rates
          are exact; of how prices are distributed it supposes nothing. With the relatives in order, it runs from the{" "}
          <var>l</var>-th lowest to the <var>l</var>-th highest, <var>l</var> being the largest rank for which
        </p>
        <Formula says="The probability that a binomial variable of n trials with one half is less than l is at most 0.025.">
          P(Bin(<var>n</var>, ½) &lt; <var>l</var>) ≤ 0.025
        </Formula>
        <p>
          holds (Conover, Practical Nonparametric Statistics, 1999, 3.2; fewer than 6 relatives have none). Equal
          medians share a rank. A country whose interval overlaps another’s is not called cheaper than it; it is called
          cheaper or more expensive than the US only where this interval and the model’s both lie on one side of it.
        </p>
        <p>
          Rates alone move a country, and no interval has it. So the same prices are measured at the rates of other days
          too: of each of the six months before the rate day at those of the last day with a rate, where every currency
          of the basket has one of that very day; other months are left out, and named. The lowest and the highest
          median of these days and the rate day are the <b>band</b>: <code>rate_low_pct</code>,{" "}
          <code>rate_high_pct</code>, with their <code>rate_days</code>, under “How sure is this?”.
        </p>
        {cheapest?.index && (
          <p>
            {capitalize(countryInSentence(cheapest.country))} stands at {cheapest.index.value.toFixed(1)}: the middle
            one of its {cheapest.index.n_products} products differs from the US price by{" "}
            {formatPct(cheapest.index.pct_vs_us)}
            {cheapest.index.median_low !== null &&
              cheapest.index.median_high !== null &&
              ` (interval ${formatPct(cheapest.index.median_low)} to ${formatPct(cheapest.index.median_high)})`}
            . A tenth of them lies at or below {formatPct(cheapest.index.p10_pct)}, a tenth at or above{" "}
            {formatPct(cheapest.index.p90_pct)}.
          </p>
        )}
        <p>
          Many relatives can be equal: a vendor asks the same amount in dollars everywhere, or the same number in euros.
          So the share of products priced exactly as in the US is published beside the median, a relative that many
          share is told in a sentence, and a median of 0 is not called “the same” where less than half of the products
          are. Baskets differ between countries; the <b>common basket</b> gives the median over those products alone
          that every country with an index has.
        </p>
        <p>
          Percentiles interpolate linearly between the closest ranks. A country has an index from 30 relatives on, a
          category within a country from 5; below that nothing is published, and the reason is. A price is left out only
          when it has no exchange rate of the rate day or no counterpart in the US, never for being extreme: a price of
          more than three times what the second method expects of its product in its country, or less than a third of
          it, is marked at import for a person to judge, and so is a product whose billing period looks mixed across
          countries.
        </p>
        <p>
          What limits the index is how well its prices are known. Each price says so (<code>evidence</code>): its
          publisher saw one offer, or noted a doubt; our own people read it; a second publisher, within{" "}
          {SECOND_SOURCE_DAYS} days, agrees or disagrees. The index is over all prices that stand, because those without
          a doubt are no random part of them: beside it, under “How sure is this?” and as <code>without_doubt</code>, is
          the median over these alone.
        </p>
        <p>
          So a country has several levels: as an index, without tax, over the common basket, without doubt and by the
          model. The one to quote is the first, <code>index.value</code>, with its number of subscriptions and its day;
          the others say how far it holds.
        </p>
      </DocsSection>

      <DocsSection id="ranking" title="Ranking: which prices may be called cheapest">
        <p>
          One rule decides it for each product, when a dataset is published; filters and past days apply the same rule
          to what they leave. A price stands where it has an exchange rate of the rate day. It is <code>outdated</code>{" "}
          where it was read more than {OUTDATED_AFTER_DAYS} days before the middle day, by which half of the standing
          prices of the version had been read (<code>meta.median_verified_on</code>); no clock and no single reading
          decides. It is doubted where the store lists several offers and none says what it pays for, or where another
          publisher says another amount.
        </p>
        <p>
          Ranked among each other are the prices that are not outdated, where they reach at least half of the countries
          of the index in which the product has a price; else all that stand, and the product is <code>last_seen</code>.
          Each country counts with one price: the lowest without a doubt, else the lowest. Where at least three
          countries, and half of all, have one without a doubt (of one or two countries all), the product is{" "}
          <code>certain</code> and its doubted prices are not ranked; otherwise it is <code>uncertain</code> and all
          are. Savings are told of certain products alone. An outdated price is in no index and no total, unless its
          product is <code>last_seen</code>.
        </p>
      </DocsSection>

      <DocsSection id="usual" title="How far a price is from the rest">
        <p>
          <code>usual_ratio</code> of a price is the price a month as a multiple of what is expected of it: a level of
          its product, with its billing period, times a level of its country. Both are found by median polish (Tukey,
          Exploratory Data Analysis, 1977): in the table of the logarithms of all prices of one store that have a rate
          of the rate day, the median of each product’s row is taken off, then that of each country’s column, products
          first and in turn, until no median moves or 100 rounds are done. Medians do not give way to single prices, so
          that an odd price stands out and moves no other. It is known of products with prices in at least{" "}
          {MIN_USUAL_COUNTRIES} countries of the store, in countries with prices of at least {MIN_USUAL_PRODUCTS}{" "}
          products there, and null elsewhere. From a factor of {FAR_FACTOR} on a price is marked as far above or far
          below the rest: often it is another plan or another period, sometimes simply a low price. It is ranked like
          any other, so that no figure depends on this mark; whoever wants to leave such prices out can.
        </p>
      </DocsSection>

      <DocsSection id="model" title="The model: every price, with an interval">
        <p>
          The median sees only what is sold in the US too. The country-product-dummy method, which the World Bank’s
          International Comparison Program uses for its basic headings, takes every price, but of products that are sold
          as one plan those of the main one alone. It supposes that a price is a level of the country times a price of
          the item, an item being a product on one platform with one billing period:
        </p>
        <Formula says="The natural logarithm of the price of item i in country c equals the level of country c plus the value of item i plus an error; the level of the US is zero.">
          <Equation>
            ln <var>usd</var>
            <sub>c,i</sub> = <var>L</var>
            <sub>c</sub> + <var>g</var>
            <sub>i</sub> + <var>e</var>
            <sub>c,i</sub>,
          </Equation>
          <Equation>
            <var>L</var>
            <sub>US</sub> = 0
          </Equation>
        </Formula>
        <p>
          Weighted least squares find the levels. When a product has <var>m</var> prices in a country, each weighs 1/
          <var>m</var>, so that every product counts once. With the items eliminated the normal equations are those of a
          graph whose nodes are countries, tied by the items they share:
        </p>
        <Formula says="S c c equals the sum over items of w c i, minus w c i squared divided by W i. S c d equals minus the sum of w c i times w d i divided by W i. r c equals the sum of w c i times the difference of x c i from the item's mean. Solve S L equals r.">
          <Equation>
            <var>S</var>
            <sub>cc</sub> = Σ<sub>i</sub> (<var>w</var>
            <sub>ci</sub> − <var>w</var>
            <sub>ci</sub>
            <sup>2</sup> / <var>W</var>
            <sub>i</sub>),
          </Equation>
          <Equation>
            <var>S</var>
            <sub>cd</sub> = −Σ<sub>i</sub> <var>w</var>
            <sub>ci</sub>
            <var>w</var>
            <sub>di</sub> / <var>W</var>
            <sub>i</sub>,
          </Equation>
          <Equation>
            <var>r</var>
            <sub>c</sub> = Σ<sub>i</sub> <var>w</var>
            <sub>ci</sub> (<var>x</var>
            <sub>ci</sub> − <var>x̄</var>
            <sub>i</sub>),
          </Equation>
          <Equation>
            <var>S L</var> = <var>r</var>
          </Equation>
        </Formula>
        <p>
          Here <var>W</var>
          <sub>i</sub> is the sum of the weights of item <var>i</var>; the row and column of the US are struck out. The
          prices of one product hang together in all countries, so the error is clustered by product: with <var>u</var>
          <sub>p</sub> the score of product <var>p</var> (for each country the sum of its weighted residuals there) and{" "}
          <var>G</var> the number of products, the covariance of the levels is
        </p>
        <Formula says="V equals the inverse of S, times the sum over products of u p times its transpose, times the inverse of S, times G over G minus 1. Value equals 100 times e to the L c. Standard error equals the square root of V at c c. Interval equals 100 times e to the L c plus or minus t times the standard error.">
          <Equation>
            <var>V</var> = <var>S</var>
            <sup>−1</sup> (Σ<sub>p</sub> <var>u</var>
            <sub>p</sub> <var>u</var>
            <sub>p</sub>′) <var>S</var>
            <sup>−1</sup> × <var>G</var> / (<var>G</var> − 1),
          </Equation>
          <Equation>
            <var>value</var> = 100 exp(<var>L</var>
            <sub>c</sub>),
          </Equation>
          <Equation>
            <var>SE</var>
            <sub>c</sub> = √<var>V</var>
            <sub>cc</sub>,
          </Equation>
          <Equation>
            <var>interval</var> = 100 exp(<var>L</var>
            <sub>c</sub> ± <var>t</var>
            <sub>0.975, G−1</sub> <var>SE</var>
            <sub>c</sub>)
          </Equation>
        </Formula>
        <p>
          (Liang and Zeger, 1986; Cameron and Miller, A Practitioner’s Guide to Cluster-Robust Inference, 2015; for the
          method, World Bank, Measuring the Real Size of the World Economy, 2013, chapter 4.) Two countries are told
          apart by the error of their difference, not by their two intervals, because both rest on the same products:
        </p>
        <Formula says="The standard error of the difference of c and d equals the square root of V c c plus V d d minus 2 V c d.">
          <var>SE</var>
          <sub>c−d</sub> = √(<var>V</var>
          <sub>cc</sub> + <var>V</var>
          <sub>dd</sub> − 2 <var>V</var>
          <sub>cd</sub>)
        </Formula>
        <p>
          The ranks that these differences leave open stand beside the model index, without a correction for how many
          pairs are compared. The model is published for a country from 5 products on that another country sells too,
          and up to a standard error of 0.15. A country that shares no chain of items with the US cannot be compared and
          gets no number.
        </p>
      </DocsSection>

      <LensMethods />

      <DocsSection id="limits" title="What the numbers do not say">
        <ul>
          <li>They compare sticker prices of these products. They are not a cost-of-living index.</li>
          <li>Prices in the US and Canada leave out sales tax; most others include value-added tax.</li>
          <li>
            An exchange rate moves an index without any vendor changing a price. The page of each product tells both
            apart:
          </li>
        </ul>
        <Formula says="One plus local change, times one plus exchange rate change, equals one plus change in US dollars.">
          (1 + <var>local</var>) × (1 + <var>exchange rate</var>) = 1 + <var>US dollars</var>
        </Formula>
        <ul>
          <li>
            Two editions are not chained: each index is computed afresh. The change of a median since the edition before
            is told only where the basket has the same products in both.
          </li>
          <li>
            The published basket is that of one app store for most products. A vendor’s own site may be cheaper; where
            we have that price, it is listed beside.
          </li>
          <li>Most of the basket is billed in US dollars in some countries. There the index is marked so.</li>
        </ul>
        <p>
          Every current price, every run of past prices, every exchange rate with its source, the basket and the index
          of every edition are in the <a href="/docs/data">downloads</a>. From prices, products, rates and countries the
          current index and both lenses can be computed again to the last digit shown, both ways and with its intervals;
          the common basket and the change since the edition before need those of the other countries, and the files of
          both editions. So can those of an earlier edition, from the same files of its{" "}
          <a href="/versions">dataset version</a>.
        </p>
      </DocsSection>
    </DocsShell>
  );
}
