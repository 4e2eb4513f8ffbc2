import { deleteProjectResources, saveLiveDigests, saveProjectResources } from '#storage/projects'
import type { ProjectResourceRow, ProjectRow } from '#storage/projects'
import type { DeploymentContext } from './apply-deployment.ts'
import type { Deployed, DeploymentState } from './deploy-resource.ts'
import { liveKeyOf, readLiveState } from './known-state.ts'
import { encryptedForm, readForms } from './plans/read-forms.ts'
import type { LiveForms } from './plans/read-forms.ts'
import type { GoneResource } from './remove-resources.ts'

interface Outcome {
  readonly project: ProjectRow
  readonly state: DeploymentState
  readonly deployed: readonly Deployed[]
  readonly gone: readonly GoneResource[]
}

const partSize = 500

/**
 * Notes what a project owns and refers to after a deployment. Writes only what differs from before. Returns the forms of
 * what was written.
 */
export async function saveBindings(
  { tx, tools }: DeploymentContext,
  { project, state, deployed, gone }: Outcome,
): Promise<LiveForms> {
  const { accountId } = tools.caller
  const { bindings } = state.known
  const { keys } = state.request
  const ended = [...bindings].filter(([key, { pending }]) => !keys.has(key) && !pending).map(([, binding]) => binding)
  if (ended.length > 0) await deleteProjectResources(tx, { accountId, projectId: project.id, ended })
  const changed = deployed.filter(({ entry }) => entry.changed)
  const isAnyChanged = changed.length > 0 || gone.length > 0
  const live = isAnyChanged
    ? await readLiveState(
        tx,
        accountId,
        deployed.map(({ resource, physicalId }) => ({ ...resource, physicalId })),
      )
    : state.known.live
  const forms = await readForms(
    tools,
    changed.map(({ resource, physicalId }) => ({ ...resource, physicalId })),
  )
  const rowOf = rowsFor({ accountId, projectId: project.id, state, live, forms }, tools.store.encryption)
  const rows = [...changed.map(rowOf), ...changedReferences(state, { accountId, projectId: project.id })]
  for (let at = 0; at < rows.length; at += partSize) await saveProjectResources(tx, rows.slice(at, at + partSize))
  // An assignment changes the check that it is for.
  const moved = deployed.flatMap(({ resource, physicalId, entry }) => {
    const { type, logicalId, key } = resource
    const liveDigest = live.get(liveKeyOf({ type, physicalId }))
    const isMoved = !entry.changed && liveDigest !== undefined && bindings.get(key)?.liveDigest !== liveDigest
    return isMoved ? [{ type, logicalId, liveDigest }] : []
  })
  if (moved.length > 0) await saveLiveDigests(tx, { accountId, projectId: project.id, digests: moved })
  return forms
}

interface Place {
  readonly accountId: string
  readonly projectId: string
}

interface Written extends Place {
  readonly state: DeploymentState
  readonly live: ReadonlyMap<string, string>
  readonly forms: LiveForms
}

const rowsFor =
  (
    { accountId, projectId, state, live, forms }: Written,
    encryption: DeploymentContext['tools']['store']['encryption'],
  ) =>
  ({ resource, physicalId, digest }: Deployed): ProjectResourceRow => {
    const liveKey = liveKeyOf({ type: resource.type, physicalId })
    const form = forms.get(liveKey)
    return {
      accountId,
      projectId,
      type: resource.type,
      logicalId: resource.logicalId,
      physicalId,
      member: true,
      pending: state.known.bindings.get(resource.key)?.pending ?? false,
      sourceFile: resource.sourceFile,
      encryptedPayload: encryption.encrypt(JSON.stringify(resource.payload)),
      encryptedForm: form ? encryptedForm(encryption, form) : null,
      payloadDigest: digest,
      liveDigest: live.get(liveKey) ?? null,
    }
  }

/** References of the code that are new or changed. */
const changedReferences = ({ request, known }: DeploymentState, place: Place): ProjectResourceRow[] =>
  request.resources.flatMap(({ type, logicalId, key, physicalId, payload, sourceFile }) => {
    const before = known.bindings.get(key)
    if (payload !== null || physicalId === null) return []
    if (before !== undefined && !before.member && before.physicalId === physicalId) return []
    const nothing = { encryptedPayload: null, encryptedForm: null, payloadDigest: null, liveDigest: null }
    return [{ ...place, type, logicalId, physicalId, member: false, pending: false, sourceFile, ...nothing }]
  })
