import { InputError } from '../diff/index.ts';

/** A comment that stands under a pull request. */
interface Comment {
  id: number;
  body: string;
}

/** The host does not let this job comment, as with a pull request of a fork. */
export class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

/** Where the comments of one pull request live. */
export interface CommentHost {
  list(): Promise<Comment[]>;
  create(body: string): Promise<void>;
  update(id: number, body: string): Promise<void>;
}

/**
 * The pull request that a CI job is about, by the variables that GitHub Actions and GitLab CI set, and the token that may
 * write under it (`GITHUB_TOKEN`, `GITLAB_TOKEN`). Gives a line that says why when there is none.
 */
export function hostOf(environment: NodeJS.ProcessEnv): CommentHost | string {
  const { GITHUB_ACTIONS, CI_MERGE_REQUEST_IID, GITLAB_CI } = environment;
  if (GITHUB_ACTIONS === 'true') return gitHub(environment);
  if (GITLAB_CI === 'true' && CI_MERGE_REQUEST_IID) return gitLab(environment, CI_MERGE_REQUEST_IID);
  return 'this is no pull request in GitHub Actions or GitLab CI';
}

function gitHub({
  GITHUB_TOKEN,
  GITHUB_API_URL,
  GITHUB_REPOSITORY,
  GITHUB_REF,
}: NodeJS.ProcessEnv): CommentHost | string {
  const number = GITHUB_REF?.match(/^refs\/pull\/(\d+)\//)?.[1];
  if (!number) return 'the job is about no pull request';
  if (!GITHUB_TOKEN) return 'there is no GITHUB_TOKEN';
  const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  const headers = { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' };
  return hostAt({ list: `${issues}/${number}/comments`, one: `${issues}/comments`, update: 'PATCH', headers });
}

function gitLab({ GITLAB_TOKEN, CI_API_V4_URL, CI_PROJECT_ID }: NodeJS.ProcessEnv, iid: string): CommentHost | string {
  if (!GITLAB_TOKEN) return 'there is no GITLAB_TOKEN';
  const notes = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${iid}/notes`;
  return hostAt({ list: notes, one: notes, update: 'PUT', headers: { 'private-token': GITLAB_TOKEN } });
}

/** The two hosts differ in their addresses, and in the method that changes a comment. */
function hostAt(api: { list: string; one: string; update: string; headers: Record<string, string> }): CommentHost {
  const send = async (method: string, url: string, body?: string): Promise<unknown> => {
    const response = await fetch(url, {
      method,
      headers: { ...api.headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify({ body }) }),
      signal: AbortSignal.timeout(300_000),
    });
    if (response.status === 401 || response.status === 403) throw new NotAllowedError('the token may not comment');
    if (!response.ok) throw new InputError(`${method} ${url} was answered with ${response.status}`);
    return response.json();
  };
  return {
    async list() {
      const all: Comment[] = [];
      for (let page = 1; ; page += 1) {
        const found = (await send('GET', `${api.list}?per_page=100&page=${page}`)) as Comment[];
        all.push(...found);
        if (found.length < 100) return all;
      }
    },
    async create(body) {
      await send('POST', api.list, body);
    },
    async update(id, body) {
      await send(api.update, `${api.one}/${id}`, body);
    },
  };
}
