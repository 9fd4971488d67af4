// @ts-check
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Makes stack traces name the sources of a bundle. Node's own support would read the source maps of all packages at each start.
 *
 * @param {ReadonlyMap<string, string>} encoded the source maps as `data:` URLs by the URL of their file, parsed when a trace first needs them
 */
export function showSources(encoded) {
  /** @type {Map<string, SourceMap>} */
  const maps = new Map();
  /** @param {string} url */
  const mapOf = (url) => {
    const known = maps.get(url);
    if (known) return known;
    const text = Buffer.from(encoded.get(url)?.replace(/^.*,/, '') ?? '', 'base64').toString();
    const map = new SourceMap(JSON.parse(text));
    maps.set(url, map);
    return map;
  };
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) =>
      String(site).replace(/(file:[^\s()]+):(\d+):(\d+)/, (place, url, line, column) => {
        const found = encoded.has(url) ? mapOf(url).findEntry(line - 1, column - 1) : {};
        const entry = /** @type {Partial<import('node:module').SourceMapping>} */ (found);
        const { originalSource, originalLine, originalColumn } = entry;
        if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return place;
        return `${fileURLToPath(new URL(originalSource, url))}:${originalLine + 1}:${originalColumn + 1}`;
      }),
    );
    return [Error.prototype.toString.call(error), ...lines].join('\n    at ');
  };
}
