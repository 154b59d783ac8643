import type { TaxSpan } from "@/lib/catalogue/tax/schema";
import { writeTaxSpans } from "@/lib/findings/lens-rules";
import { countryName } from "@/lib/text/format";

export function TaxRates({ spans, from }: { spans: readonly TaxSpan[]; from: string }) {
  if (spans.length === 0) return null;
  const codes = [...new Set(spans.map(({ country }) => country))];
  return (
    <>
      <table className="tax-table">
        <caption className="measure">
          VAT or GST on electronic services over this time, in per cent of the price before tax.
        </caption>
        <thead>
          <tr>
            <th scope="col">Country</th>
            <th scope="col">Rate of the day</th>
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <tr key={code}>
              <th scope="row">{countryName(code)}</th>
              <td>
                {writeTaxSpans(
                  spans.filter(({ country }) => country === code),
                  from,
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="split-note">
        A new tax rate is not a new price: subscribers go on paying the same amount, of which another part is tax.
      </p>
    </>
  );
}
