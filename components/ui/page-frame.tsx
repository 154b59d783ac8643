export const PageFrame = () => <div className="page-frame" aria-hidden="true" />;
