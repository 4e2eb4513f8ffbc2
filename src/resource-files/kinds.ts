import {
  AlertChannelCreateBodySchema,
  CheckGroupV2CreateBodySchema,
  checkCreateBodies,
  checkTypeNames,
  DashboardCreateBodySchema,
  descriptorOf,
  hasRequest,
  isInboundType,
  MaintenanceWindowCreateBodySchema,
  PrivateLocationCreateBodySchema,
  StatusPageServiceBodySchema,
} from '#contract'
import type { CheckType } from '#contract'
import { automationRuleBodies, componentBodies, statusPageBodies, usualPageVersion } from './page-bodies.ts'
import { plain } from './plain-schema.ts'
import type { JsonSchema } from './plain-schema.ts'

export type { JsonSchema } from './plain-schema.ts'

/** A field of a file that names other resources, in place of a field of the API that holds their ids. */
export interface ReferenceField {
  /** Where files have it; `*` is each item of a list. */
  readonly at: readonly [string, ...string[]]
  /** The field beside it in bodies of the API that it replaces. */
  readonly field: string
  readonly to: SectionName
  readonly isList?: true
  /** The field that holds the id in the items of a list of the API; without it they are the ids. */
  readonly idIn?: string
  /** The resource types by which deployments express it. */
  readonly relation?: Relation
}

/** A resource of a deployment that connects two others. */
export interface Relation {
  readonly type: string
  /** Its logical id is this with those of both resources. */
  readonly prefix: string
  /** Its fields for the resource that has the list, and for the one that the list names. */
  readonly owner: string
  readonly target: string
  /** Fields that each has. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A kind of resource that files hold, with its section. */
export interface ResourceKind {
  /** Of deployments. */
  readonly type: string
  readonly noun: string
  /** Of existing resources. */
  readonly id: 'integer' | 'text'
  /** The bodies that create one, each with the value of the discriminator, if there is one. */
  readonly bodies: readonly JsonSchema[]
  readonly discriminator?: string
  /** The value of a discriminator that is left out; without one it has to be there. */
  readonly usual?: unknown
  readonly references: readonly ReferenceField[]
  /** Fields of bodies that files lack: what others say, or what the service makes. */
  readonly left: readonly string[]
  /** Fields that take the text of a file as `{ file: PATH }`. */
  readonly scripts?: readonly ScriptField[]
}

/** A field with code, and where deployments say which file it is and which it imports. */
export interface ScriptField {
  readonly name: string
  readonly path: string
  readonly dependencies: string
}

export type SectionName =
  | 'statusPageServices'
  | 'statusPages'
  | 'statusPageComponents'
  | 'statusPageAutomationRules'
  | 'groups'
  | 'checks'
  | 'alertChannels'
  | 'maintenanceWindows'
  | 'privateLocations'
  | 'dashboards'

/** Fields that bodies of all types take, and that do something only where a type has code of this kind. */
const codeFields: Readonly<Record<string, string>> = {
  script: 'test file',
  scriptPath: 'test file',
  sslCheckDomain: 'test file',
  setupSnippetId: 'around request',
  tearDownSnippetId: 'around request',
  localSetupScript: 'around request',
  localTearDownScript: 'around request',
}

function checkBody(type: CheckType): JsonSchema {
  const body = plain(checkCreateBodies[type])
  const { code } = descriptorOf(type)
  const isUsed = (name: string): boolean => {
    if (name in codeFields) return code === codeFields[name]
    if (name === 'request') return hasRequest(type)
    return name !== 'heartbeat' || isInboundType(type)
  }
  const required = ['checkType', ...requiredOf(body).filter((name) => isUsed(String(name)))]
  return { ...body, required, properties: entriesOf(body, ([name]) => isUsed(name)) }
}

const requiredOf = (schema: JsonSchema): readonly unknown[] =>
  Array.isArray(schema['required']) ? schema['required'] : []

const entriesOf = (schema: JsonSchema, isKept: (entry: [string, unknown]) => boolean): object =>
  Object.fromEntries(Object.entries(Object(schema['properties'])).filter(isKept))

/** The variants of a union. */
function variantsOf(schema: object): readonly JsonSchema[] {
  const { oneOf }: { readonly oneOf?: unknown } = plain(schema)
  return Array.isArray(oneOf) ? oneOf : []
}

const notified = (of: string, owner: string): ReferenceField => ({
  at: ['alertChannels'],
  field: 'alertChannelSubscriptions',
  to: 'alertChannels',
  isList: true,
  idIn: 'alertChannelId',
  relation: {
    type: 'alert-channel-subscription',
    prefix: `${of}-alert-channel-subscription`,
    owner,
    target: 'alertChannelId',
    fields: { activated: true },
  },
})

function runFrom(of: string, owner: string): ReferenceField {
  const type = `private-location-${of}-assignment`
  const relation = { type, prefix: type, owner, target: 'privateLocationId' }
  return { at: ['privateLocations'], field: 'privateLocations', to: 'privateLocations', isList: true, relation }
}

const onPage: ReferenceField = { at: ['statusPage'], field: 'statusPageId', to: 'statusPages' }

const around: readonly ScriptField[] = [
  { name: 'localSetupScript', path: 'setupScriptPath', dependencies: 'setupScriptDependencies' },
  { name: 'localTearDownScript', path: 'tearDownScriptPath', dependencies: 'tearDownScriptDependencies' },
]

/** The kinds in the order in which deployments list them. */
export const kinds: { readonly [S in SectionName]: ResourceKind } = {
  statusPageServices: {
    type: 'status-page-service',
    noun: 'status page service',
    id: 'text',
    bodies: [plain(StatusPageServiceBodySchema)],
    references: [],
    left: [],
  },
  statusPages: {
    type: 'status-page',
    noun: 'status page',
    id: 'text',
    bodies: statusPageBodies,
    discriminator: 'version',
    usual: usualPageVersion,
    references: [
      { at: ['cards', '*', 'services'], field: 'services', to: 'statusPageServices', isList: true, idIn: 'id' },
    ],
    left: ['cards.*.id'],
  },
  statusPageComponents: {
    type: 'status-page-component',
    noun: 'component',
    id: 'text',
    bodies: componentBodies,
    references: [onPage, { at: ['parent'], field: 'parentId', to: 'statusPageComponents' }],
    left: [],
  },
  statusPageAutomationRules: {
    type: 'status-page-automation-rule',
    noun: 'automation rule',
    id: 'text',
    bodies: automationRuleBodies,
    references: [onPage, { at: ['components', '*', 'component'], field: 'componentId', to: 'statusPageComponents' }],
    left: [],
  },
  groups: {
    type: 'check-group',
    noun: 'group',
    id: 'integer',
    bodies: [plain(CheckGroupV2CreateBodySchema)],
    references: [notified('check-group', 'groupId'), runFrom('group', 'groupId')],
    left: [],
    scripts: around,
  },
  checks: {
    type: 'check',
    noun: 'check',
    id: 'text',
    bodies: checkTypeNames().map(checkBody),
    discriminator: 'checkType',
    references: [
      { at: ['group'], field: 'groupId', to: 'groups' },
      notified('check', 'checkId'),
      runFrom('check', 'checkId'),
      { at: ['triggerIncident', 'service'], field: 'serviceId', to: 'statusPageServices' },
    ],
    left: ['scriptPath', 'dependencies', 'setupScriptDependencies', 'tearDownScriptDependencies'],
    scripts: [{ name: 'script', path: 'scriptPath', dependencies: 'dependencies' }, ...around],
  },
  alertChannels: {
    type: 'alert-channel',
    noun: 'alert channel',
    id: 'integer',
    bodies: variantsOf(AlertChannelCreateBodySchema),
    discriminator: 'type',
    references: [],
    left: ['subscriptions', 'subscribe'],
  },
  maintenanceWindows: {
    type: 'maintenance-window',
    noun: 'maintenance window',
    id: 'integer',
    bodies: [plain(MaintenanceWindowCreateBodySchema)],
    references: [
      { at: ['statusPageVisibility', 'statusPages'], field: 'statusPageIds', to: 'statusPages', isList: true },
      { at: ['statusPageVisibility', 'services'], field: 'serviceIds', to: 'statusPageServices', isList: true },
    ],
    left: [],
  },
  privateLocations: {
    type: 'private-location',
    noun: 'private location',
    id: 'text',
    bodies: [plain(PrivateLocationCreateBodySchema)],
    references: [],
    left: [],
  },
  dashboards: {
    type: 'dashboard',
    noun: 'dashboard',
    id: 'integer',
    bodies: [plain(DashboardCreateBodySchema)],
    references: [],
    left: [],
  },
}

/** Sound because the table is a constant without further keys. */
export const sectionNames = Object.keys(kinds) as readonly SectionName[]

/** The kind of resource that deployments call by a type; undefined for relations. */
export function kindOfType(type: string): (ResourceKind & { readonly section: SectionName }) | undefined {
  const section = sectionNames.find((name) => kinds[name].type === type)
  return section && { ...kinds[section], section }
}
