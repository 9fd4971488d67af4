// @ts-check
import { SourceMap } from 'node:module';
import { resolve } from 'node:path';
import { root } from './options.mjs';

/**
 * Makes stack traces name the sources of a bundle. Node's own support would read the source maps of all packages at each start.
 *
 * @param {string} url where the bundle is
 * @param {string} encoded its source map as a `data:` URL, parsed when a trace first needs it
 */
export function showSources(url, encoded) {
  /** @type {SourceMap | undefined} */
  let map;
  Error.prepareStackTrace = (error, sites) => {
    map ??= new SourceMap(JSON.parse(Buffer.from(encoded.replace(/^.*,/, ''), 'base64').toString()));
    const lines = sites.map((site) =>
      String(site).replace(new RegExp(`${url}:(\\d+):(\\d+)`), (place, line, column) => {
        const entry = map?.findEntry(line - 1, column - 1);
        if (!entry || !('originalSource' in entry)) return place;
        return `${resolve(root, entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
      }),
    );
    return [Error.prototype.toString.call(error), ...lines].join('\n    at ');
  };
}
