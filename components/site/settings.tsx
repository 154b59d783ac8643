import { Pop } from "@/components/ui/pop";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { countryName } from "@/lib/text/format";
import { HomeForm, type HomeFormProps } from "./home-form";

export type SettingsProps = Omit<HomeFormProps, "back"> & {
  /** Path and query of the page. */
  address: string;
};

export const DisplaySettings = ({ address, ...choice }: SettingsProps) => (
  <Pop
    look="end"
    label="Compare with"
    value={
      <>
        {countryName(choice.country)} <span className="pop-currency">{choice.currency}</span>
      </>
    }
    title="Compare everything with"
  >
    <HomeForm {...choice} back={address} />
    <ThemeSwitch />
  </Pop>
);
