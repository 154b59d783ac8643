/** Rates and observations may also be redacted. */
export const validIn = ({ id }: { id: number }) => ({
  recordedIn: { lte: id },
  OR: [{ supersededIn: null }, { supersededIn: { gt: id } }],
});
