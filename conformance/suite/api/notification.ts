import { membersOf } from '../wire/answer.ts';
import type { Case } from './case.ts';

/** The data usage that triggers a notification, or a part of it. */
export interface Threshold {
  amount?: string;
  unit?: string;
}

/** Reads the profile's notification repeatedly until it shows a threshold. A member that it never shows is not waited for. */
export function readThreshold(t: Case, wanted: Threshold) {
  return t.eventually(
    () => t.api.readNotification(t.notification.id),
    ({ shown }) => {
      const { amount = wanted.amount, unit = wanted.unit } = membersOf(shown.threshold);
      return plainAmount(amount) === plainAmount(wanted.amount) && unit === wanted.unit;
    },
  );
}

/** An amount without zeros that change nothing; a text, because a number would lose digits. */
export function plainAmount(amount: unknown): string {
  const [whole = '', rest = ''] = String(amount).split('.');
  const digits = rest.replace(/0+$/, '');
  return whole.replace(/^0+(?=\d)/, '') + (digits && `.${digits}`);
}
