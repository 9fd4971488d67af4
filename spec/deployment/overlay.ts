import type { ContractDocument } from '../document.ts';
import { type Action, makeOptional } from './action.ts';
import { choiceActions } from './choice-actions.ts';
import type { Deployment } from './deployment.ts';
import type { Flaw } from './flaw.ts';
import { memberActions } from './member-actions.ts';
import { statusActions } from './status-actions.ts';

/** An OpenAPI Overlay 1.0: how a document is changed. */
interface Overlay {
  overlay: '1.0.0';
  info: { title: string; version: string };
  actions: Action[];
}

/** The contract of a deployment, as an overlay over ours. */
export function overlayOf(deployment: Deployment, document: ContractDocument): Overlay {
  const info = { title: `The contract as it was settled: ${deployment.settled}`, version: deployment.contract };
  return { overlay: '1.0.0', info, actions: overlayActions(deployment, document).actions };
}

/** The actions of the overlay, and the members that can't be changed as the deployment says, because the source says otherwise. */
export function overlayActions(
  deployment: Deployment,
  document: ContractDocument,
): { actions: Action[]; refused: Flaw[] } {
  const members = memberActions(deployment, document);
  const actions = [
    ...members.actions,
    ...choiceActions(deployment, document),
    ...statusActions(deployment, document),
    ...typeActions(deployment),
  ];
  return { actions, refused: members.refused };
}

/** Document types without a description are described as such (DIR-6). */
function typeActions({ documentTypes = [] }: Deployment): Action[] {
  const isDescribed = documentTypes.every((type) => 'description' in type);
  return isDescribed ? [] : [makeOptional('/components/schemas/DirDocumentType', 'description')];
}
