import { useMemo } from 'preact/hooks';
import { Section } from '../parts.tsx';

/** The links of a mail, which do nothing in its frame. Those that lead to a page open it in a tab of its own. */
export function Links({ html }: { html: string }) {
  const links = useMemo(() => linksIn(html), [html]);
  if (links.length === 0) return null;
  return (
    <Section title="Links" note="they do nothing in the frame above">
      <ul aria-label="Links">
        {links.map(({ text, address }, index) => (
          <li key={index}>
            {text}{' '}
            {/^https?:/i.test(address) ? (
              <a href={address} target="_blank" rel="noopener noreferrer">
                {address}
              </a>
            ) : (
              <code>{address}</code>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The document is only read: nothing of it runs or is loaded. */
function linksIn(html: string): { text: string; address: string }[] {
  const links = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href], area[href]');
  return [...links].map((link) => ({
    text: (link.textContent || link.getAttribute('alt') || '').trim(),
    address: (link.getAttribute('href') ?? '').trim(),
  }));
}
