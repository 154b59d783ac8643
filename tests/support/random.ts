/** TEST_SEED repeats a failure. */
export const TEST_SEED = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);

/** mulberry32: from 0 to below 1, equal for equal seeds. */
export function seedRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffle<Value>(values: readonly Value[], random: () => number): Value[] {
  const left = [...values];
  const shuffled: Value[] = [];
  while (left.length > 0) shuffled.push(...left.splice(Math.floor(random() * left.length), 1));
  return shuffled;
}
