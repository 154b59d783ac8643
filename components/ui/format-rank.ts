/** `11`, or `11=` where several of `all` share the rank. */
export const formatRank = (rank: number, all: readonly number[]): string =>
  all.filter((other) => other === rank).length > 1 ? `${rank}=` : `${rank}`;
