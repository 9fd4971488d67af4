/** Makes what does one piece of work after the other, in the order in which they come; one that fails holds up no other. */
export function oneAfterAnother(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.catch(() => {}).then(work);
    last = done;
    return done;
  };
}
