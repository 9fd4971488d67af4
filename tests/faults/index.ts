import { loadRegister } from '../../spec/register.ts';
import { faults as authentication } from './authentication.faults.ts';
import { faults as documentTypes } from './document-types.faults.ts';
import { faults as emailAlias } from './email-alias.faults.ts';
import { faults as emailAnswer } from './email-answer.faults.ts';
import { faults as emailHeaders } from './email-headers.faults.ts';
import { faults as emailIdempotency } from './email-idempotency.faults.ts';
import { faults as emailIdempotencyKey } from './email-idempotency-key.faults.ts';
import { faults as emailMembers } from './email-members.faults.ts';
import { faults as emailReading } from './email-reading.faults.ts';
import { faults as emailRecipients } from './email-recipients.faults.ts';
import { faults as emailReplay } from './email-replay.faults.ts';
import { faults as emailScheduling } from './email-scheduling.faults.ts';
import { faults as emailSuppression } from './email-suppression.faults.ts';
import { faults as emailTemplates } from './email-templates.faults.ts';
import { faults as emailThreading } from './email-threading.faults.ts';
import { faults as errors } from './errors.faults.ts';
import type { Fault } from './fault.ts';
import { faults as http } from './http.faults.ts';
import { faults as missionRuns } from './mission-runs.faults.ts';
import { faults as pagination } from './pagination.faults.ts';
import { faults as reservations } from './reservations.faults.ts';
import { faults as simNotifications } from './sim-notifications.faults.ts';

const places = [...loadRegister().keys()];

/** Every fault, in the order in which the register has the rules that they break. */
export const faults: readonly Fault[] = [
  ...authentication,
  ...http,
  ...errors,
  ...pagination,
  ...simNotifications,
  ...reservations,
  ...documentTypes,
  ...missionRuns,
  ...emailAnswer,
  ...emailRecipients,
  ...emailTemplates,
  ...emailMembers,
  ...emailHeaders,
  ...emailScheduling,
  ...emailSuppression,
  ...emailThreading,
  ...emailIdempotencyKey,
  ...emailIdempotency,
  ...emailReplay,
  ...emailReading,
  ...emailAlias,
].sort((fault, next) => places.indexOf(fault.rule) - places.indexOf(next.rule));
