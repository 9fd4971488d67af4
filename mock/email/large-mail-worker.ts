import { work } from '../../spec/in-worker.ts';
import { compose } from './compose.ts';
import type { MailTask } from './large-mail.ts';
import { readBack } from './mailpit/received.ts';

await work<MailTask, unknown>(({ message, at, received }) => (received ? readBack(message, at) : compose(message, at)));
