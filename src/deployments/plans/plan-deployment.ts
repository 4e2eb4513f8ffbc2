import type { DeploymentPlan, PlanDetail, PlanEntry } from '#contract'
import type { Caller } from '#kernel'
import { joinTransaction } from '#storage/database'
import type { Store } from '#storage/database'
import { findOpenDeployment } from '#storage/projects'
import { applyDeployment } from '../apply-deployment.ts'
import { inProgress } from '../deployments.ts'
import type { DeploymentRequest } from '../deployments.ts'
import { dryTransaction } from '../dry-transaction.ts'
import { liveKeyOf } from '../known-state.ts'
import { readRequest } from '../read-request.ts'
import type { RequestedProject } from '../read-request.ts'
import { isResourceType, resourceTypes } from '../resource-types/index.ts'
import { planEntries, resourceBefore } from './plan-entries.ts'
import { readBases } from './read-bases.ts'
import { readForms } from './read-forms.ts'

export type PlanRequest = DeploymentRequest & { readonly detail: PlanDetail }

/**
 * The changes that a deployment would make, by property. Nothing is written. Throws DEPLOYMENT_INVALID, DEPLOYMENT_REJECTED,
 * DEPLOYMENT_LIMITED, and DEPLOYMENT_IN_PROGRESS while another deployment of the project is.
 */
export async function planDeployment(store: Store, caller: Caller, request: PlanRequest): Promise<DeploymentPlan> {
  const requested = readRequest(request.body, request.validate)
  const open = await findOpenDeployment(store.db, caller.accountId, request.body.project.logicalId)
  if (open !== null) throw inProgress(open)
  return planRequested(store, caller, { ...request, requested })
}

/** The same during a deployment, of what was read already. */
export async function planRequested(
  store: Store,
  caller: Caller,
  { options, validate, publicUrl, detail, requested }: PlanRequest & { readonly requested: RequestedProject },
): Promise<DeploymentPlan> {
  const applied = await dryTransaction(store.db, async (tx) => {
    const tools = { store: joinTransaction(store, tx), caller, publicUrl, startsChecks: options.schedules }
    return applyDeployment({ tx, tools, validate, options, onProgress: async () => {} }, requested)
  })
  const written = applied.deployed.filter(({ entry }) => entry.changed)
  const before = written.flatMap((deployed) => resourceBefore(applied, deployed) ?? [])
  const keys = [...written.map(({ resource }) => resource), ...applied.gone.map(({ binding }) => binding)]
  const bases = await readBases(store, applied.project, keys)
  const entries = planEntries(applied, { bases, live: await readForms({ store, caller }, before) }, options.preserves)
  const diff = detail === 'full' ? await withRows(store, caller, entries) : entries
  return {
    planToken: applied.planToken,
    diff: detail === 'summary' ? diff.map(withoutChanges) : diff,
    project: applied.result.project,
  }
}

function withoutChanges({ changes: _changes, ...entry }: PlanEntry): PlanEntry {
  return entry
}

/** Adds the resources that would be updated as an import shows them. */
async function withRows(store: Store, caller: Caller, entries: readonly PlanEntry[]): Promise<PlanEntry[]> {
  const updated = entries.filter(({ action }) => action === 'UPDATE')
  const rows = new Map<string, PlanEntry['before']>()
  for (const [type, ofType] of Map.groupBy(updated, (entry) => entry.type)) {
    if (!isResourceType(type)) continue
    const physicalIds = ofType.map(({ physicalId }) => String(physicalId))
    for (const { physicalId, payload } of await resourceTypes[type].listForms({ store, caller, physicalIds }))
      rows.set(liveKeyOf({ type, physicalId }), payload)
  }
  return entries.map((entry) => {
    const before = rows.get(liveKeyOf({ type: entry.type, physicalId: String(entry.physicalId) }))
    return entry.action === 'UPDATE' && before ? { ...entry, before } : entry
  })
}
