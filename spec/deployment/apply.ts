import { type ContractDocument, ContractError, documentOf } from '../document.ts';
import type { Action } from './action.ts';
import type { Deployment } from './deployment.ts';
import { overlayOf } from './overlay.ts';

/** The contract of a deployment: ours with its overlay applied. Rejects with a ContractError when an action of it finds nothing to act on. */
export async function applyDeployment(document: ContractDocument, deployment: Deployment): Promise<ContractDocument> {
  const overlay = overlayOf(deployment, document);
  if (overlay.actions.length === 0) return document;
  // Loaded only now, because nobody needs it without a deployment.
  const { openapiOverlay } = (await import('openapi-format')).default;
  const { data, resultData } = await openapiOverlay(structuredClone(document.json), { overlaySet: { ...overlay } });
  const [unused] = (resultData as { unusedActions: Action[] }).unusedActions;
  if (unused)
    throw new ContractError(`${document.file}: nothing stands at ${unused.target}, which the deployment changes`);
  return documentOf(data, document.file, JSON.stringify(data));
}
