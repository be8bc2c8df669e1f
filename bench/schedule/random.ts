// Random numbers that are the same each time: every feed has its own stream.

/** 0 to 1, evenly distributed. */
export type Chance = () => number;

/** Mulberry32: 32 bits of state are plenty for a simulation. Streams with different numbers are independent. */
export function chanceOf(seed: number, stream: number): Chance {
  let state = mixed(mixed(seed) ^ stream);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return mixed(state) / 2 ** 32;
  };
}

export function between(chance: Chance, least: number, most: number): number {
  return least + (most - least) * chance();
}

/** Between two positive numbers, with as many below their geometric mean as above. */
export function evenlyInLog(chance: Chance, least: number, most: number): number {
  return least * (most / least) ** chance();
}

/** The wait for the next of independent events that come `perMs` on average. */
export function exponential(chance: Chance, perMs: number): number {
  return -Math.log(1 - chance()) / perMs;
}

function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 15), value | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}
