/** An error of a standard error body, as far as it has the right form. */
export type ErrorEntry = {
  code?: string;
  title?: string;
  detail?: string;
  source?: { pointer?: string; parameter?: string };
  meta?: object;
};

/** An entry of a refused query of mission runs, as far as it has the right form. */
export type ValidationEntry = { loc?: string[]; msg?: string; type?: string };

/** What the body of a refusal may have: the errors of the standard body, or those of a refused query of mission runs. */
export type RefusalBody = {
  errors?: ErrorEntry[];
  detail?: ValidationEntry[];
};
