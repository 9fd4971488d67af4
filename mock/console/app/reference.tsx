import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schema } from './api.ts';
import { useLive } from './live.ts';
import { Failure } from './parts.tsx';
import { useResource } from './resource.ts';
import { linkTo, type Route } from './route.ts';

const documents = {
  contract: { title: 'Contract', url: '/__admin/openapi.json' },
  control: { title: 'Control API', url: '/__admin/admin.openapi.json' },
} as const;
const names = ['contract', 'control'] as const;

/** The contract and the control API, to be read and tried. */
export function Reference({ route: { partition, open } }: { route: Route }) {
  const { value, error, reload } = useResource<Schema<'Health'>>('/__admin/health', partition);
  useLive((exchange) => exchange ?? reload());
  const shown = open === 'control' ? 'control' : 'contract';
  return (
    <>
      <nav aria-label="Documents" class="views">
        {names.map((name) => (
          <a
            key={name}
            href={linkTo({ partition, tab: 'Reference', open: name })}
            aria-current={shown === name ? 'page' : undefined}
          >
            {documents[name].title}
          </a>
        ))}
      </nav>
      <Failure error={error} />
      {value && (
        // Shown anew when the contract was read anew.
        <Document
          key={shown === 'contract' ? value.contract.sha256 : shown}
          url={documents[shown].url}
          apiKey={[value.apiKeys[0], ...(partition === 'default' ? [] : [partition])].join('.')}
        />
      )}
    </>
  );
}

function Document({ url, apiKey }: { url: string; apiKey: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<string>();
  useEffect(() => {
    // Large, so it comes only when somebody wants to read.
    import('./swagger.ts').then(
      ({ showDocument }) => place.current && showDocument(place.current, url, apiKey),
      (failure: Error) => setError(failure.message),
    );
  }, []);
  return (
    <>
      <Failure error={error} />
      <div ref={place} />
    </>
  );
}
