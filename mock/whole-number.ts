import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number, both ends included. Throws commander's InvalidArgumentError for anything else. */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= from && number <= to) return number;
    throw new InvalidArgumentError(`must be a whole number from ${from} to ${to}`);
  };
}
