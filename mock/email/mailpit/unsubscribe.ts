import { decodeWords, type Email } from 'postal-mime';

/** Links of a header that are looked at: more stand there only to take time. */
const MOST = 100;

/**
 * What `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 2369, RFC 8058) of a mail say, as Mailpit reports it; all empty when it has
 * none.
 */
export function listUnsubscribe(parsed: Email) {
  const header = headerOf(parsed, 'list-unsubscribe');
  if (header === '') return { Header: '', Links: [] as string[], Errors: '', HeaderPost: '' };

  const links = [...header.matchAll(/<([^<>]*)>/g)].slice(0, MOST).map((match) => match[1] ?? '');
  const isGood = (link: string) => /^(mailto:|https?:\/\/)\w\S*$/i.test(link);
  const errors: string[] = [];
  if (links.length === 0) errors.push(`"${header}" no valid unsubscribe links found`);
  for (const link of links) {
    if (!isGood(link)) errors.push(`"${link}" should start with either http(s):// or mailto:`);
  }
  return {
    Header: header,
    Links: links.filter(isGood),
    Errors: errors.join(', '),
    HeaderPost: headerOf(parsed, 'list-unsubscribe-post'),
  };
}

function headerOf(parsed: Email, key: string): string {
  return decodeWords(parsed.headers.find((header) => header.key === key)?.value ?? '');
}
