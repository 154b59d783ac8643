import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { LIST_PATH } from "./mine-form";

/** Adds a product to the reader's list and returns to its page; where it is in the list, leads there. */
export const OwnButton = ({ product, isOwn }: { product: string; isOwn: boolean }) =>
  isOwn ? (
    <p>
      Among <Link href="/mine">my subscriptions</Link>
    </p>
  ) : (
    <form action={LIST_PATH} method="post" aria-label="My subscriptions">
      <input type="hidden" name="back" value={`/services/${product}`} />
      <Button look="plain" name="add" value={product}>
        I have this
      </Button>
    </form>
  );
