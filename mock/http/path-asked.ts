/** The path and query that a request asks for: its target may be a whole address (RFC 9112, 3.2.2). */
export function pathAsked(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}
