import { countNoun } from "@/lib/text/words";
import { Link } from "./link";

export type ShowAllProps = {
  /** Id of the list whose folded countries it shows. */
  list: string;
  href: string;
  count: number;
};

/** Shows the folded countries of a list: in place, or without scripts as another view of the page. */
export const ShowAll = ({ list, href, count }: ShowAllProps) => (
  <p className="show-all">
    <Link className="button button-plain" href={href} data-more={list}>
      Show all {countNoun(count, "country", "countries")}
    </Link>
  </p>
);
