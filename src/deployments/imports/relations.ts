import type { StoredResourceType } from '#storage/projects'
import type { Payload } from '../resource-type.ts'

/** A resource that says that two others belong together; code has it as a line of the first. */
interface Relation {
  readonly owner: { readonly type: StoredResourceType; readonly field: string }
  readonly other: { readonly type: StoredResourceType; readonly field: string }
  /** How the command line tool begins its logical id. */
  readonly prefix: string
}

const channel = { type: 'alert-channel', field: 'alertChannelId' } as const
const location = { type: 'private-location', field: 'privateLocationId' } as const
const check = { type: 'check', field: 'checkId' } as const
const group = { type: 'check-group', field: 'groupId' } as const

const relations = {
  'alert-channel-subscription': [
    { owner: check, other: channel, prefix: 'check-alert-channel-subscription' },
    { owner: group, other: channel, prefix: 'check-group-alert-channel-subscription' },
  ],
  'private-location-check-assignment': [{ owner: check, other: location, prefix: 'private-location-check-assignment' }],
  'private-location-group-assignment': [{ owner: group, other: location, prefix: 'private-location-group-assignment' }],
} as const satisfies Partial<Record<StoredResourceType, readonly Relation[]>>

export type RelationType = keyof typeof relations

export const isRelation = (type: string): type is RelationType => type in relations

interface Named {
  readonly type: string
  readonly physicalId: string
}

export interface RelationParts {
  readonly owner: Named
  readonly other: Named
  readonly prefix: string
}

/** The two resources that a subscription or an assignment connects. */
export function partsOf(type: RelationType, payload: Payload): RelationParts | undefined {
  const found = relations[type].find(({ owner }) => payload[owner.field] !== undefined)
  const named = ({ type: named, field }: Relation['owner']): Named => ({
    type: named,
    physicalId: String(payload[field]),
  })
  return found && { owner: named(found.owner), other: named(found.other), prefix: found.prefix }
}
