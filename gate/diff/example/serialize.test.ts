import { expect, test } from 'vitest';
import type { Parameter } from '../normalise/parameter.ts';
import { writeParameter } from './serialize.ts';

const colours = ['blue', 'black'];
const shades = { R: 100, 'G B': 'a&b' };

/** The notations of OpenAPI, each with how a value of a parameter `color` is written in it. */
const notations: [where: string, style: string, explode: boolean, value: unknown, written: string][] = [
  ['query', 'form', true, 'sky blue', 'color=sky%20blue'],
  ['query', 'form', true, 5, 'color=5'],
  ['query', 'form', true, null, 'color=null'],
  ['query', 'form', true, colours, 'color=blue&color=black'],
  ['query', 'form', true, shades, 'R=100&G%20B=a%26b'],
  ['query', 'form', true, [{ R: 1 }, null], 'color=%7B%22R%22%3A1%7D&color=null'],
  ['query', 'form', false, colours, 'color=blue,black'],
  ['query', 'form', false, shades, 'color=R,100,G B,a%26b'],
  ['query', 'spaceDelimited', false, colours, 'color=blue%20black'],
  ['query', 'pipeDelimited', false, colours, 'color=blue|black'],
  ['query', 'deepObject', true, shades, 'color[R]=100&color[G%20B]=a%26b'],
  ['cookie', 'form', false, colours, 'color=blue,black'],
  ['path', 'simple', false, 'a/b', 'a%2Fb'],
  ['path', 'simple', false, colours, 'blue,black'],
  ['path', 'simple', false, { R: 100, G: 200 }, 'R,100,G,200'],
  ['path', 'simple', true, { R: 100, G: 200 }, 'R=100,G=200'],
  ['path', 'label', false, 'blue', '.blue'],
  ['path', 'label', false, colours, '.blue,black'],
  ['path', 'label', true, colours, '.blue.black'],
  ['path', 'label', true, { R: 100, G: 200 }, '.R=100.G=200'],
  ['path', 'matrix', false, 'blue', ';color=blue'],
  ['path', 'matrix', false, colours, ';color=blue,black'],
  ['path', 'matrix', true, colours, ';color=blue;color=black'],
  ['path', 'matrix', false, { R: 100, G: 200 }, ';color=R,100,G,200'],
  ['path', 'matrix', true, { R: 100, G: 200 }, ';R=100;G=200'],
  ['header', 'simple', false, colours, 'blue,black'],
];
for (const [where, style, explode, value, written] of notations) {
  test(`${JSON.stringify(value)} in ${where}, ${style}${explode ? ' and exploded' : ''}, is ${written}`, () => {
    const parameter = { name: 'color', in: where, style, explode, mediaType: undefined } as Parameter;
    expect(writeParameter(parameter, value)).toBe(written);
  });
}

const json = '%7B%22R%22%3A100%2C%22G%20B%22%3A%22a%26b%22%7D';
/** Parameters that have a media type, each with how a value is written in it. */
const contents: [where: string, mediaType: string, value: unknown, written: string][] = [
  ['querystring', 'application/x-www-form-urlencoded', shades, 'R=100&G%20B=a%26b'],
  ['querystring', 'application/x-www-form-urlencoded', 'a', '%22a%22'],
  ['querystring', 'application/json', shades, json],
  ['query', 'application/x-www-form-urlencoded', shades, `color=${json}`],
  ['query', 'application/json', shades, `color=${json}`],
  ['header', 'application/json', colours, '[%22blue%22%2C%22black%22]'],
];
for (const [where, mediaType, value, written] of contents) {
  test(`${JSON.stringify(value)} in ${where} as ${mediaType} is ${written}`, () => {
    const parameter = { name: 'color', in: where, style: 'form', explode: true, mediaType } as Parameter;
    expect(writeParameter(parameter, value)).toBe(written);
  });
}
