import type { Comparison } from '../schema/compare.ts';
import { Sampler } from './sampler.ts';
import { Judge } from './validator.ts';

/** What examples of one direction are made and checked with. */
export interface Workshop {
  samplers: Record<'base' | 'revision', Sampler>;
  judges: Record<'base' | 'revision', Judge>;
}

export function createWorkshop({ base, revision, flow }: Comparison): Workshop {
  return {
    samplers: { base: new Sampler(base), revision: new Sampler(revision) },
    judges: { base: new Judge(base.source, flow), revision: new Judge(revision.source, flow) },
  };
}
