const ZERO = 0x30;

/** Writes a whole number from 0 to 2^31 - 1, and returns where it ends. Formatting it as text takes longer. */
export function writeDigits(bytes: Uint8Array, at: number, value: number): number {
  let digits = 1;
  for (let least = 10; digits < 10 && value >= least; least *= 10) digits++;
  const end = at + digits;
  let rest = value;
  for (let place = end - 1; place >= at; place--) {
    const shorter = (rest / 10) | 0;
    bytes[place] = ZERO + rest - shorter * 10;
    rest = shorter;
  }
  return end;
}
