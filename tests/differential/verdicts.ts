/** What both sets of components say to a question; they agree when both find something wrong, or neither does. */
export interface Verdicts {
  ours: readonly string[];
  stock: readonly string[];
}
