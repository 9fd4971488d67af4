/** Who says when requests go out, for all processes of a run together. */
export interface Pace {
  /** Waits for the turn of the next requests, which go out together. Throws a TargetStopped when there is nobody to ask any more. */
  turn(requests?: number): Promise<void>;
  /** A request was refused as one too many: waits as long as the target wants. */
  limited(waitMs: number): Promise<void>;
  /** An exchange was broken: waits until the target answers. Throws a TargetStopped when it does not. */
  lost(): Promise<void>;
}
