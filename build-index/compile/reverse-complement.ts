const COMPLEMENT = Uint8Array.from({ length: 256 }, (_, code) => code);
[...'ACGTUMRWSYKVHDBNacgtumrwsykvhdbn'].forEach((letter, at) => {
  COMPLEMENT[letter.charCodeAt(0)] = 'TGCAAKYWSRMBDHVNtgcaakywsrmbdhvn'.charCodeAt(at);
});

/** The other strand of ASCII bases, IUPAC codes included; anything else stays. */
export function reverseComplement(bases: Uint8Array): Uint8Array {
  const result = new Uint8Array(bases.length);
  for (let at = 0; at < bases.length; at++) result[bases.length - 1 - at] = COMPLEMENT[bases[at]!]!;
  return result;
}
