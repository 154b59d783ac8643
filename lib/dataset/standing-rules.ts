/** Condition of the rows of a working table that stand in a version; rates and observations may be redacted besides. */
export const standsIn = ({ id }: { id: number }) => ({
  recordedIn: { lte: id },
  OR: [{ supersededIn: null }, { supersededIn: { gt: id } }],
});
