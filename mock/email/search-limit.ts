/**
 * Characters that a stranger may have looked for in a text: beyond, the engine takes a time that grows with both lengths multiplied, and
 * can't be interrupted meanwhile.
 */
export const MOST_SOUGHT = 250;
