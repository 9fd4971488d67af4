/** Something wrong with a deployment file: where, and what. */
export interface Flaw {
  pointer: string;
  message: string;
}
