import type { Diff, Pair } from '../diff.ts';
import { showRequest } from '../example/message.ts';
import { messageRules } from '../rules.ts';
import { placeBelow } from '../schema/delta.ts';
import type { Flow } from '../schema/shape.ts';
import { unjudgedChanges } from '../vocabulary.ts';
import { type Content, findMedia } from './operation.ts';
import { compareSchemas } from './schemas.ts';

interface Contents {
  before: Content;
  now: Content;
  flow: Flow;
  /** The body in sentences. */
  words: string;
  /** The place of the body in the revision. */
  at: string;
  status?: string;
}

/** Compares the bodies of a message by media type; a range (`application/*`) covers the types within it. */
export function compareContent(diff: Diff, pair: Pair, { before, now, flow, words, at, status }: Contents): void {
  const operation = pair.base.label;
  for (const [type, media] of before) {
    const found = findMedia(now, type);
    // A range covers what clients send; as an answer it promises no type to them any more.
    const isVaguer = flow === 'response' && found?.name.includes('*') === true && !type.includes('*');
    const successor = isVaguer ? undefined : found;
    const subject = before.size > 1 ? `${words} (${media.name})` : words;
    if (successor) {
      compareSchemas(
        diff,
        {
          ...{ pair, flow, words: subject, base: media.schema, revision: successor.schema, body: type },
          ...(status !== undefined && { status }),
        },
        successor.at,
        media.at,
      );
      const unjudged = unjudgedChanges(media.unjudged, successor.unjudged, successor.at);
      diff.changes.addUnjudged(unjudged, subject, operation);
      continue;
    }
    diff.changes.add({
      rule: messageRules['media-type-removed'][flow],
      operation,
      pointer: placeBelow(`${at}/content`, media.name),
      basePointer: media.at,
      words: { subject: words, from: `\`${media.name}\`` },
      show: () => {
        const parts = { hasBody: true, body: { type } };
        return flow === 'request' ? showRequest(diff, pair.base, parts, `${media.name} is not accepted`) : undefined;
      },
    });
  }
  for (const [type, { name, at: pointer }] of now) {
    if (findMedia(before, type)) continue;
    const rule = messageRules['media-type-added'][flow];
    diff.changes.add({ rule, operation, pointer, words: { subject: words, to: `\`${name}\`` } });
  }
}
