// Random numbers of the tests. All come from the seed of the run, which the run prints: `npm test -- --sequence.seed=7` gives the same ones again.

/** The seed of the run (scripts/vitest.ts). */
export const SEED = Number(process.env['SEED'] ?? 1)

/** A generator of numbers in [0, 1) that gives the same sequence for the same seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
