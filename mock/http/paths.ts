/** Path and query of a request target, which may be a URL (RFC 9112, 3.2.2). */
export function readTarget(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}

export function decodePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.includes('%') ? decodeURIComponent(path) : path;
}

export function createPathFinder<Known>(routes: Iterable<readonly [route: string, known: Known]>) {
  const patterns = [...routes].map(([route, known]) => {
    const steps = route.split(/:\w+(?:\(\.\+\))?/).map((step) => step.replaceAll('.', '\\.'));
    return { pattern: new RegExp(`^${steps.join('[^/]+')}$`), known };
  });
  return (url: string): Known | undefined => {
    // decodeURI leaves an escaped slash, which ends no step.
    const path = decodeURI(url.split('?', 1)[0] ?? '');
    return patterns.find(({ pattern }) => pattern.test(path))?.known;
  };
}
