type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a form needs to hand over its fields when it is sent, and to say under a field what is wrong with it. */
export function formOf(take: (fields: FormData) => void) {
  return {
    onSubmit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
      event.preventDefault();
      take(new FormData(event.currentTarget));
    },
    onInvalidCapture(event: Event & { currentTarget: HTMLFormElement }) {
      // In the place of the browser's own bubble, which goes after some seconds.
      event.preventDefault();
      const field = event.target as Field;
      mark(field, reasonOf(field));
      event.currentTarget.querySelector<Field>(':invalid')?.focus();
    },
    onInput: ({ target }: Event) => mark(target as Field),
  };
}

/** Says a reason in the label, which is what is read out with the field; without one, nothing is wrong any more. */
function mark(field: Field, reason?: string): void {
  if (reason === undefined) field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
  for (const label of field.labels ?? []) {
    if (reason === undefined) delete label.dataset.wrong;
    else label.dataset.wrong = reason;
  }
}

function reasonOf(field: Field): string {
  const { validity, title } = field;
  const { min = '', max = '' } = field as Partial<HTMLInputElement>;
  if (validity.badInput) return 'This has to be a number.';
  if (validity.valueMissing) return 'Something has to stand here.';
  if (validity.rangeUnderflow) return `This has to be at least ${min}.`;
  if (validity.rangeOverflow) return `This has to be at most ${max}.`;
  if (validity.stepMismatch) return 'This has to be a whole number.';
  return `This has to be ${title}.`;
}
