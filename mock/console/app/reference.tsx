import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schema } from './api.ts';
import { useLive } from './live.ts';
import { Failure } from './parts.tsx';
import { useResource } from './resource.ts';
import { linkTo, type Route } from './route.ts';

const documents = { contract: '/__admin/openapi.json', control: '/__admin/admin.openapi.json' };

/** The contract and the control API, to be read and tried. */
export function Reference({ route: { partition, open } }: { route: Route }) {
  const { value, error, reload } = useResource<Schema<'Health'>>('/__admin/health', partition);
  useLive({ change: reload });
  const shown = open === 'control' ? 'control' : 'contract';
  return (
    <>
      <nav aria-label="Documents" class="views">
        <a
          href={linkTo({ partition, tab: 'Reference', open: 'contract' })}
          aria-current={shown === 'contract' ? 'page' : undefined}
        >
          Contract
        </a>
        <a
          href={linkTo({ partition, tab: 'Reference', open: 'control' })}
          aria-current={shown === 'control' ? 'page' : undefined}
        >
          Control API
        </a>
      </nav>
      <Failure error={error} />
      {value && (
        // Shown anew when the contract was read anew.
        <Document
          key={shown === 'contract' ? value.contract.sha256 : shown}
          url={documents[shown]}
          apiKey={keyFor(value.apiKeys, partition)}
        />
      )}
    </>
  );
}

function keyFor([first = '']: string[], partition: string): string {
  return partition === 'default' ? first : `${first}.${partition}`;
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
