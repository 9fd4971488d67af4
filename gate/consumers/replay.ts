import { runScript, say } from '../../spec/print.ts';
import { checkConsumers } from './index.ts';

/** Replays recordings and prints the report as JSON. The argument is JSON with the parameters of `checkConsumers`. */
await runScript(async ([parameters = '']) => {
  const report = await checkConsumers(...(JSON.parse(parameters) as Parameters<typeof checkConsumers>));
  say(JSON.stringify(report));
  return 0;
});
