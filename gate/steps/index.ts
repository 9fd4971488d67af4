import type { Step, StepName } from '../step.ts';

const steps: Record<StepName, () => Promise<Step>> = {
  version: async () => (await import('./version.ts')).version,
  lint: async () => (await import('./lint.ts')).lint,
  examples: async () => (await import('./examples.ts')).examples,
  types: async () => (await import('./types.ts')).types,
  fixtures: async () => (await import('./fixtures.ts')).fixtures,
  rules: async () => (await import('./rules.ts')).rules,
  deployments: async () => (await import('./deployments.ts')).deployments,
  diff: async () => (await import('./diff.ts')).diff,
  consumers: async () => (await import('./consumers.ts')).consumers,
  conformance: async () => (await import('./conformance.ts')).conformance,
};

/** Loads a step; what it needs is loaded only when it runs. */
export function loadStep(name: StepName): Promise<Step> {
  return steps[name]();
}
