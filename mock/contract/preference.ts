/** Which of the contract's answers is wanted; what is left out is up to Prism. */
export interface Preference {
  code?: number;
  exampleKey?: string;
  /** Generated from the schema, instead of an example. */
  dynamic: boolean;
}

/** The contract has no answer as it is wanted. */
export class UnmetPreference extends Error {
  override name = 'UnmetPreference';
}
