// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Makes stack traces name the sources of the bundle in a folder. Node's own support would read the source maps of all packages at each start.
 *
 * @param {string} folder
 */
export function showSources(folder) {
  // A failure is printed when the folder is gone.
  const files = readdirSync(folder).filter((name) => name.endsWith('.map'));
  const texts = new Map(
    files.map((name) => [pathToFileURL(join(folder, parse(name).name)).href, readFileSync(join(folder, name), 'utf8')]),
  );
  /** @type {Map<string, SourceMap>} */
  const maps = new Map();
  /** @param {string} url */
  const mapOf = (url) => {
    const map = maps.get(url) ?? new SourceMap(JSON.parse(texts.get(url) ?? ''));
    maps.set(url, map);
    return map;
  };
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) =>
      String(site).replace(/(file:[^\s()]+):(\d+):(\d+)/, (place, url, line, column) => {
        const found = texts.has(url) ? mapOf(url).findEntry(line - 1, column - 1) : {};
        const entry = /** @type {Partial<import('node:module').SourceMapping>} */ (found);
        const { originalSource, originalLine, originalColumn } = entry;
        if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return place;
        return `${fileURLToPath(new URL(originalSource, url))}:${originalLine + 1}:${originalColumn + 1}`;
      }),
    );
    return [Error.prototype.toString.call(error), ...lines].join('\n    at ');
  };
}
