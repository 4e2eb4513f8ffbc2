import { checkTypeNames, descriptorOf } from '#contract'
import type { ImportChanges, ImportPlanBody } from '#contract'
import { Fault } from '#kernel'
import { listSnippets } from '#management'
import { listBindingsOfResources } from '#storage/projects'
import type { ProjectRow, StoredResourceType } from '#storage/projects'
import { shownId } from '../deploy-resource.ts'
import { everything } from '../import-forms/import-form.ts'
import type { FormTools, LiveForm } from '../import-forms/import-form.ts'
import { liveKeyOf, readKnownState } from '../known-state.ts'
import type { KnownState } from '../known-state.ts'
import { keyOf } from '../references.ts'
import type { Payload } from '../resource-type.ts'
import { knowsAllTypes, knowsType } from '../tool-versions.ts'
import { resourceTypeNames, resourceTypes } from '../resource-types/index.ts'
import { isSelected } from './is-selected.ts'
import { LogicalIds } from './logical-ids.ts'
import { isRelation, partsOf } from './relations.ts'
import type { RelationType } from './relations.ts'

type PlannedResource = ImportChanges['resources'][number]
type Form = LiveForm & { readonly type: StoredResourceType }

interface Request extends ImportPlanBody {
  readonly project: ProjectRow
  readonly toolVersion: string | undefined
}

/**
 * The resources that the filters include and no project owns, with the subscriptions and assignments of those that have
 * some. Throws NOTHING_TO_IMPORT.
 */
export async function planChanges(
  tools: FormTools,
  { project, toolVersion, filters = [], friends = [] }: Request,
): Promise<ImportChanges> {
  const { accountId } = tools.caller
  const known = await readKnownState(tools.store.db, { accountId, project, others: [] })
  const forms = await freeForms(tools)
  const logicalIds = new LogicalIds(known.bindings.keys())
  const planned = forms.flatMap((form): PlannedResource[] => {
    const isWanted = !isRelation(form.type) && canBeGenerated(form, toolVersion) && isSelected(filters, form)
    return isWanted ? [plannedOf(form, logicalIds.give(form.type, form.payload))] : []
  })
  if (planned.length === 0) throw new Fault('NOTHING_TO_IMPORT')
  const ownFriends = friends.flatMap((friend) => friendOf(known, friend))
  return {
    resources: [...planned, ...relationsOf(forms, [...planned, ...ownFriends], new Set(planned))],
    friends: ownFriends,
    auxiliary: await snippetsFor(tools, planned),
  }
}

/** The command line tool writes no code for suites, whose files it does not have, nor for types that it does not know. */
function canBeGenerated({ type, payload }: Form, toolVersion: string | undefined): boolean {
  if (!knowsType(toolVersion, type) || codeOf(payload) === 'suite') return false
  return type !== 'status-page' || payload['version'] !== 3 || knowsAllTypes(toolVersion)
}

/** The kind of code that the runs of a check have; undefined for other resources. */
function codeOf({ checkType }: Payload) {
  const type = checkTypeNames().find((name) => name === checkType)
  return type && descriptorOf(type).code
}

/** The resources of the account that belong to no project. */
async function freeForms(tools: FormTools): Promise<Form[]> {
  const forms: Form[] = []
  for (const type of resourceTypeNames) {
    const found = await resourceTypes[type].listForms(tools)
    const physicalIds = found.map(({ physicalId }) => physicalId)
    const { accountId } = tools.caller
    const bindings = await listBindingsOfResources(tools.store.db, { accountId, type, physicalIds })
    const owned = new Set(bindings.filter(({ member }) => member).map(({ physicalId }) => physicalId))
    forms.push(...found.filter(({ physicalId }) => !owned.has(physicalId)).map((form) => ({ ...form, type })))
  }
  return forms
}

const plannedOf = ({ type, physicalId, payload }: Form, logicalId: string): PlannedResource => ({
  type,
  logicalId,
  physicalId: shownId(type, physicalId),
  member: true,
  payload: { ...payload, ...writtenRetries(payload) },
})

/** The command line tool writes no backoff of 0 into code, and takes 60 then; it writes the text. */
function writtenRetries({ retryStrategy }: Payload): Payload {
  const strategy: Payload = Object(retryStrategy)
  return strategy['baseBackoffSeconds'] === 0 ? { retryStrategy: { ...strategy, baseBackoffSeconds: '0' } } : {}
}

type Friend = ImportChanges['friends'][number]

function friendOf({ bindings }: KnownState, friend: { readonly type: string; readonly logicalId: string }): Friend[] {
  const binding = bindings.get(keyOf(friend))
  return binding ? [{ ...friend, physicalId: shownId(binding.type, binding.physicalId) }] : []
}

/** Their logical ids are those that the command line tool will give them: they consist of those of what they are between. */
function relationsOf(
  forms: readonly Form[],
  named: readonly Friend[],
  planned: ReadonlySet<Friend>,
): PlannedResource[] {
  const byLiveKey = new Map(named.map((item) => [liveKeyOf({ ...item, physicalId: String(item.physicalId) }), item]))
  return forms.flatMap((form) => {
    const { type, payload } = form
    const parts = isRelation(type) ? partsOf(type satisfies RelationType, payload) : undefined
    const owner = parts && byLiveKey.get(liveKeyOf(parts.owner))
    if (!owner || !planned.has(owner)) return []
    const { other, prefix } = parts
    const otherName = byLiveKey.get(liveKeyOf(other))?.logicalId ?? `${other.type}-${other.physicalId}`
    return [plannedOf(form, `${prefix}#${owner.logicalId}#${otherName}`)]
  })
}

/** Code that may import snippets. */
const importing: ReadonlySet<unknown> = new Set(['around request', 'test file'])

async function snippetsFor(
  { store, caller }: FormTools,
  planned: readonly PlannedResource[],
): Promise<ImportChanges['auxiliary']> {
  if (!planned.some(({ payload }) => importing.has(codeOf(payload)))) return []
  const { items } = await listSnippets(store, caller, everything)
  return items.map(({ id, name, script }) => ({ type: 'snippet', physicalId: id, payload: { id, name, script } }))
}
