import { existsSync } from 'node:fs';
import { readText } from '../../spec/document.ts';
import { InputError } from '../diff/index.ts';
import { commentMark } from '../report/markdown.ts';
import { type CommentHost, hostOf, NotAllowedError } from './host.ts';

/**
 * Puts the report of the gate under the pull request of a CI job, in place of the one of an earlier run, and says what became of it. That a
 * job may not comment is no failure: its verdict is to be read elsewhere too. Throws an InputError when there is no report.
 */
export async function comment(file: string, environment: NodeJS.ProcessEnv): Promise<string> {
  if (!existsSync(file)) throw new InputError(`${file} is not there; run the gate first`);
  const host = hostOf(environment);
  return typeof host === 'string' ? `No comment is written: ${host}.` : put(host, readText(file));
}

async function put(host: CommentHost, body: string): Promise<string> {
  try {
    const earlier = (await host.list()).find((comment) => comment.body.startsWith(commentMark));
    await (earlier ? host.update(earlier.id, body) : host.create(body));
    return earlier ? 'The comment of the earlier run is brought up to date.' : 'The comment is written.';
  } catch (error) {
    if (error instanceof NotAllowedError) return `No comment is written: ${error.message}.`;
    throw error;
  }
}
