/** What `npm run bench` found; `results/latest.json` holds one. */
export interface Results {
  machine: Machine;
  options: { rounds: number; seconds: number; connections: number; awake: boolean };
  /** What could not be measured, and why. */
  absent: { server: string; request?: string; reason: string }[];
  starts: Start[];
  rows: Row[];
  goals: Goal[];
}

export interface Machine {
  cpu: string;
  cores: number;
  memoryGiB: number;
  system: string;
  node: string;
  /** The average number of running processes over the last minute, before anything was measured. */
  loadBefore: number;
}

/** How a server starts: one entry a start, all servers in turn. */
export interface Start {
  server: string;
  secondsToGoodAnswer: number[];
  residentBytes: number[];
}

/** How a server answers one kind of request: one entry a round, all servers in turn. */
export interface Row {
  request: string;
  server: string;
  /** Why its answers can't be compared with the mock's; undefined when they have the same bytes. */
  informational?: string;
  goodPerSecond: number[];
  /** CPU that the server and the load generator used for one request, in microseconds. */
  serverCpu: number[];
  generatorCpu: number[];
  refused: number;
  failed: number;
  /** At half of stock Prism's highest rate: milliseconds, over all rounds. */
  paced?: {
    rate: number;
    answers: number;
    refused: number;
    failed: number;
    p50: number;
    p99: number;
    p99Rounds: number[];
  };
}

/** What the mock is held to, with what was measured. */
export interface Goal {
  goal: string;
  request?: string;
  /** The mock's figure divided by the other's; undefined when there is none. */
  ratio?: number;
  limit: number;
  /** Undefined when there is no ratio. */
  met?: boolean;
}
