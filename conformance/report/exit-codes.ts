import type { Report } from './report.ts';

/** The exit code of the command, by the verdict of the canonical report. */
export const exitCodes: Record<Report['verdict'], number> = {
  conformant: 0,
  nonConformant: 1,
  incomplete: 3,
  interrupted: 130,
};
