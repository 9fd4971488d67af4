import { useAction } from '../action.tsx';
import { call } from '../api.ts';
import { Failure, Section } from '../parts.tsx';
import { useLiveResource } from '../resource.ts';

/** Holds keyed sends in progress, and lets them go. */
export function Hold({ partition }: { partition: string }) {
  const { value, error } = useLiveResource<{ holding: boolean; held: number }>('/__admin/hold', partition);
  const [report, run] = useAction();
  return (
    <Section title="Hold sends with a key">
      <Failure error={error} />
      <p>
        {value?.holding
          ? `Sends with an idempotency key stay in progress; ${value.held} wait.`
          : 'Sends with an idempotency key are answered as they come.'}
      </p>
      <div class="actions">
        <button
          type="button"
          onClick={() => run('The next sends are held.', () => call('POST', '/__admin/hold', partition))}
        >
          Hold
        </button>
        <button type="button" onClick={() => run('Released.', () => call('POST', '/__admin/release', partition))}>
          Release
        </button>
      </div>
      {report}
    </Section>
  );
}
