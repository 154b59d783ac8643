import type { ReactNode } from "react";

export const LIST_PATH = "/preferences/subscriptions";

/** Sent by every form of the page, so that the list it shows is the one that changes, and its country stays. */
export type ListState = {
  /** The list that the page shows, as `writeList` writes it. */
  list: string;
  /** Country of the address, which the page keeps. */
  home: string | undefined;
};

export const MineForm = ({
  state,
  id,
  label,
  children,
}: {
  state: ListState;
  id?: string;
  label: string;
  children: ReactNode;
}) => (
  <form className="mine-form" id={id} action={LIST_PATH} method="post" autoComplete="off" aria-label={label}>
    <input type="hidden" name="list" value={state.list} />
    {state.home !== undefined && <input type="hidden" name="home" value={state.home} />}
    {children}
  </form>
);
