import { work } from '../../spec/in-worker.ts';
import type { MailTask } from './aside.ts';
import { compose } from './compose.ts';
import { readBack } from './mailpit/received.ts';

await work<MailTask, unknown>(({ message, at, received }) => (received ? readBack(message, at) : compose(message, at)));
