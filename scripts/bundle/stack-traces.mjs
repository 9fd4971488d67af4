// @ts-check
import { SourceMap } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Makes stack traces name the sources of bundled modules. A source map is parsed when a trace first needs it: Node's own support
 * would read the maps of all packages at every start.
 *
 * @param {readonly import('esbuild').OutputFile[]} files the modules and their source maps
 */
export function showSources(files) {
  const texts = new Map(files.map((file) => [pathToFileURL(file.path).href, file]));
  /** @type {Map<string, SourceMap>} */
  const maps = new Map();
  const mapOf = (/** @type {string} */ url) => {
    const text = texts.get(`${url}.map`)?.text;
    if (text !== undefined && !maps.has(url)) maps.set(url, new SourceMap(JSON.parse(text)));
    return maps.get(url);
  };
  const inSources = (/** @type {string} */ site) =>
    site.replace(/(file:\/\/.+?):(\d+):(\d+)/, (place, url, line, column) => {
      const entry = mapOf(url)?.findEntry(line - 1, column - 1);
      if (!entry || !('originalSource' in entry)) return place;
      const source = fileURLToPath(new URL(entry.originalSource, url));
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
  Error.prepareStackTrace = (error, sites) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => inSources(String(site)))].join('\n    at ');
}
