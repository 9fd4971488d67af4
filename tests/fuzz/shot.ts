/** A request that some HTTP client could send, however wrong it is. */
export interface HttpShot {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Bytes that need not be HTTP, in the pieces in which they arrive. */
export interface RawShot {
  pieces: readonly Buffer[];
}

/** One thing that is thrown at the mock. */
export type Shot = HttpShot | RawShot;

export function isRaw(shot: Shot): shot is RawShot {
  return 'pieces' in shot;
}

/** A shot in a line or a few, cut at a screenful. */
export function show(shot: Shot): string {
  const text = isRaw(shot)
    ? shot.pieces.map((piece) => JSON.stringify(piece.toString('latin1'))).join(' then ')
    : `${shot.method} ${shot.path} ${JSON.stringify(shot.headers)} ${shot.body?.toString() ?? ''}`;
  return text.length > 1_500 ? `${text.slice(0, 1_500)} … (${text.length} characters)` : text;
}
