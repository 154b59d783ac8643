/** Graduated frame at the top edge of a page. */
export const PageFrame = () => <div className="page-frame" aria-hidden="true" />;
