import type { Place } from '../../spec/locator.ts';
import type { LinkTo } from './markdown.ts';

/** Links to the places of the revision on the host that runs the gate; none elsewhere. */
export function linksOf(environment: NodeJS.ProcessEnv = process.env): LinkTo {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, CI_PROJECT_URL, CI_COMMIT_SHA } = environment;
  const path = ({ file, line }: Place) => `${file.split('/').map(encodeURIComponent).join('/')}#L${line}`;
  if (GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_SHA) {
    return (place) => `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}/${path(place)}`;
  }
  if (CI_PROJECT_URL && CI_COMMIT_SHA) return (place) => `${CI_PROJECT_URL}/-/blob/${CI_COMMIT_SHA}/${path(place)}`;
  return () => undefined;
}
