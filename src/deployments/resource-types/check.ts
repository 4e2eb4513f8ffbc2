import { checkCreateBody, checkTypeNames, checkUpdateBodies, checkUpdateRules } from '#contract'
import type { CheckType, ScriptDependency } from '#contract'
import { invariant } from '#kernel'
import { createCheck, deleteCheck, updateCheck } from '#management'
import type { CheckInput } from '#management'
import { listCheckFields, listCheckForms } from '../import-forms/check-form.ts'
import { completeBody } from '../complete-body.ts'
import { importLists, seenFrom } from '../imported-files.ts'
import { PayloadError } from '../resource-type.ts'
import type { Payload, PayloadSurroundings, ReadBody, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

const schemas = new Map(checkTypeNames().map((type) => [type, checkCreateBody(type, { relaxed: true })]))

/** Fields of payloads that say where code lies, which the service does not need. */
const hints: readonly string[] = ['setupScriptPath', 'tearDownScriptPath', 'codeBundleSha256', 'sourceFile']
/** Code subscribes channels and assigns private locations by separate resources, and has no order within groups. */
const notInCode = [
  'alertChannelSubscriptions',
  'privateLocations',
  'groupOrder',
  'intent',
  'displayName',
  'aiAutoRepairEnabled',
]

export const check: ResourceType = {
  hasNumericIds: false,
  isLeaf: false,
  references: [
    { path: 'groupId', type: 'check-group', isNullable: true },
    { path: 'triggerIncident.serviceId', type: 'status-page-service' },
  ],
  fileLists: Object.keys(importLists),
  listForms: listCheckForms,
  listFields: listCheckFields,
  read: readCheck,
  create: async ({ store, caller, startsChecks }, { body }) => {
    const input = { checkType: typeOf(body), body: inputOf(body), autoAssignAlerts: false, startsAtSlot: !startsChecks }
    return (await createCheck(store, caller, input)).check.id
  },
  update: async ({ store, caller }, id, { body: given }) => {
    const { privateLocations: _assigned, ...body } = given
    const checkType = typeOf(body)
    const rule = checkUpdateRules[checkType]
    invariant(rule, 'every check type has its update rule')
    const complete = completeBody(body, { rule, schema: checkUpdateBodies[checkType], kept: notInCode })
    await updateCheck(store, caller, { id, checkType, body: inputOf(complete) })
    return id
  },
  remove: ({ store, caller }, id) => unlessGone(deleteCheck(store, caller, { id }), 'CHECK_NOT_FOUND'),
}

/** The body of the verbs from the payload of a check, whose references are ids. */
function readCheck(payload: Payload, { files, privateLocations }: PayloadSurroundings): ReadBody {
  const { intent, snapshots, ...rest } = payload
  const plain = Object.entries(rest).filter(([name]) => !hints.includes(name))
  const lists = Object.entries(importLists).flatMap(([name, script]) => {
    const found = payload[name] ? filesOf(name, payload[name], files) : null
    return found === null
      ? []
      : [[name, script === null ? found : found.map((file) => seenFrom(payload[script], file))]]
  })
  const body = {
    ...Object.fromEntries([...plain, ...lists]),
    ...(intent !== undefined && { intent: intentOf(intent) }),
    ...(snapshots !== undefined && { snapshots: snapshotsOf(snapshots) }),
    ...(privateLocations.length > 0 && { privateLocations: [...privateLocations] }),
  }
  const schema = schemas.get(typeOf(payload))
  invariant(schema, 'every check type has a schema')
  return { body, schema }
}

/** Throws a `PayloadError` for a check type that there is not. */
export function typeOf({ checkType }: Payload): CheckType {
  const type = checkTypeNames().find((name) => name === checkType)
  if (type === undefined) throw new PayloadError('checkType', `must be one of: ${checkTypeNames().join(', ')}`)
  return type
}

/** Payloads name the files that their scripts import by their places in the list of the project. */
function filesOf(name: string, places: unknown, files: readonly ScriptDependency[]): ScriptDependency[] {
  if (!Array.isArray(places)) throw new PayloadError(name, 'must be a list')
  return places.map((place: unknown, index) => {
    const file = files[Number(place)]
    if (typeof place === 'number' && file) return file
    throw new PayloadError(`${name}[${index}]`, `must be the place of a file in sharedFiles, which has ${files.length}`)
  })
}

/** Other clients write the constraints of an intent as two lists. */
function intentOf(intent: unknown): unknown {
  if (intent === null || typeof intent !== 'object' || !('constraints' in intent)) return intent
  const { constraints, ...rest } = intent
  if (!Array.isArray(constraints)) throw new PayloadError('intent.constraints', 'must be a list')
  const statementsOf = (type: string): unknown[] =>
    constraints.filter((constraint) => Object(constraint).type === type).map((item) => Object(item).statement)
  return { ...rest, requiredOutcomes: statementsOf('REQUIRED_OUTCOME'), mustPreserve: statementsOf('MUST_PRESERVE') }
}

/** A preview is made before files are uploaded, so that its snapshots have no keys. */
function snapshotsOf(snapshots: unknown): unknown {
  if (!Array.isArray(snapshots)) return snapshots
  return snapshots
    .map((snapshot: unknown) => {
      const { sha256: _hint, ...rest } = Object(snapshot)
      return rest
    })
    .filter(({ key }) => key !== undefined)
}

/** The cast is safe because the body was validated by the schema of its type. */
const inputOf = (body: Payload) => body as CheckInput
