/** The graduated frame at the top edge of a page. */
export const Neatline = () => <div className="neatline" aria-hidden="true" />;
