export type CopyButtonProps = { label?: string; className?: string };

/** Copies the text of the element before it. Hidden without scripts. */
export const CopyButton = ({ label = "Copy", className = "copy" }: CopyButtonProps) => (
  <button type="button" className={`needs-script ${className}`} data-copy="">
    <span aria-live="polite">{label}</span>
  </button>
);
