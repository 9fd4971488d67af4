import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Makes stack traces name the sources of the bundled modules in a directory. A source map is read when a trace first needs it:
 * Node's own support would read the maps of all packages at every start.
 *
 * @param {string} directory its URL
 */
export function showSources(directory) {
  /** @type {Map<string, SourceMap>} */
  const maps = new Map();
  const mapOf = (/** @type {string} */ url) => {
    const known = maps.get(url) ?? new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
    maps.set(url, known);
    return known;
  };
  const inSources = (/** @type {string} */ site) =>
    site.replace(/(file:\/\/.+?):(\d+):(\d+)/, (place, url, line, column) => {
      if (!url.startsWith(directory)) return place;
      const entry = mapOf(url).findEntry(line - 1, column - 1);
      if (!('originalSource' in entry)) return place;
      const source = fileURLToPath(new URL(entry.originalSource, url));
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
  Error.prepareStackTrace = (error, sites) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => inSources(String(site)))].join('\n    at ');
}
