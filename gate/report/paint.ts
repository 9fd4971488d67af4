import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/** Colours only what a person reads at a terminal. */
export function paintFor(stream: { isTTY?: boolean }, environment = process.env): Paint {
  const colored = !environment.NO_COLOR && (stream.isTTY === true || environment.FORCE_COLOR === '1');
  return (style, text) => (colored ? styleText(style, text) : text);
}
