const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a value is a time of RFC 3339. */
export const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);

/** How a time ends, its digits as noughts. */
export function endOf(time: string): string {
  const [, fraction = '', offset = ''] = TIME.exec(time) ?? [];
  return fraction.replaceAll(/\d/g, '0') + offset;
}
