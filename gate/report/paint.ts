import { styleText } from 'node:util';
import { usesColor } from '../../spec/print.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/** Colours only what a person reads at a terminal. */
export function paintFor(stream: { isTTY?: boolean }, environment = process.env): Paint {
  const colored = usesColor(stream, environment);
  return (style, text) => (colored ? styleText(style, text) : text);
}
