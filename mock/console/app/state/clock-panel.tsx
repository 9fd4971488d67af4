import { useAction } from '../action.tsx';
import { call } from '../api.ts';
import { formOf } from '../form.ts';
import { Section } from '../parts.tsx';
import { moment } from '../show.ts';

const steps = [
  ['PT30M', 'Advance 30 min'],
  ['PT24H', 'Advance 24 h'],
] as const;

/** The partition's time, the ways to move it on, and the reset. */
export function ClockPanel({ now, partition }: { now: number; partition: string }) {
  const [report, run] = useAction();
  const advance = (duration: string) =>
    run(`The clock moved on by ${duration}.`, () => call('POST', '/__admin/clock', partition, { advance: duration }));
  const byForm = formOf((fields) => advance(String(fields.get('duration'))));
  const reset = () => {
    const wanted = confirm(`Set ${partition} back to the fixtures? Its journal, outbox and scenarios go too.`);
    if (wanted) run('Back to the fixtures.', () => call('POST', '/__admin/reset', partition));
    else run('Nothing was reset.', async () => {});
  };
  return (
    <Section title="Clock">
      <div class="actions">
        <time class="clock">{moment(new Date(now).toISOString())}</time>
        {steps.map(([duration, label]) => (
          <button key={duration} type="button" onClick={() => advance(duration)}>
            {label}
          </button>
        ))}
        <form class="inline" {...byForm}>
          <label>
            By{' '}
            <input
              name="duration"
              size={8}
              placeholder="P1DT2H"
              pattern="P.*\d.*"
              title="an ISO 8601 duration such as PT30M"
              required
            />
          </label>
          <button type="submit">Advance</button>
        </form>
        <button type="button" class="danger" onClick={reset}>
          Reset the partition
        </button>
      </div>
      {report}
    </Section>
  );
}
