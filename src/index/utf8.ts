/**
 * Decodes stored texts, each as it was written. A decoder by default takes U+FEFF at the beginning of a text for a mark of how it is encoded, and leaves it out;
 * here it is a letter: a name may begin with it.
 */
export const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
