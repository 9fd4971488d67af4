/** Runs a task; returns its result and its output (`print.ts`) on stdout and stderr. */
export async function captureOutput<T>(task: () => T | Promise<T>) {
  const { log, error } = console;
  const printed = { stdout: '', stderr: '' };
  console.log = (line: string) => {
    printed.stdout += `${line}\n`;
  };
  console.error = (line: string) => {
    printed.stderr += `${line}\n`;
  };
  try {
    return { value: await task(), ...printed };
  } finally {
    Object.assign(console, { log, error });
  }
}
