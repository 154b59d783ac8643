import { Notice } from "@/components/ui/notice";
import { countryInSentence } from "@/lib/text/format";

export const NotKept = ({ country, currency }: { country: string; currency: string }) => (
  <Notice>
    <p>
      This browser keeps no cookies of Price Atlas, so {countryInSentence(country)} and {currency} cannot be remembered.
      The address of this page carries them instead: keep it, or allow cookies and choose again.
    </p>
  </Notice>
);
