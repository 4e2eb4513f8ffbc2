import type { StoredResourceType } from '#storage/projects'
import type { Payload } from '../resource-type.ts'

/** The values by which a resource is recognized among those of its type; one that is undefined makes it unrecognizable. */
type Identity = readonly unknown[]

const named = ({ name }: Payload): Identity => [name]

const between =
  (...fields: readonly string[]) =>
  (payload: Payload): Identity =>
    fields.map((field) => payload[field] ?? null)

/** A page by its address and its version, as addresses are unique. */
const ofPage = ({ url, version }: Payload): Identity => [lowercase(url), version === 3 ? 3 : 2]

const lowercase = (text: unknown): unknown => (typeof text === 'string' ? text.toLowerCase() : undefined)

/** A channel by its name, or else by its receiver, from the first of these fields that is set. */
const channelFields = [
  'name',
  'serviceName',
  'account',
  'address',
  'number',
  'channel',
  'slackChannels',
  'url',
  'apiKey',
  'serviceKey',
] as const

function ofChannel({ type, config }: Payload): Identity {
  const fields: Payload = Object(config)
  return [type, channelFields.map((field) => fields[field]).find((value) => value !== '' && (value ?? null) !== null)]
}

const identities: Readonly<Record<StoredResourceType, (payload: Payload) => Identity>> = {
  check: ({ checkType, name }) => [checkType, name],
  'check-group': named,
  'alert-channel': ofChannel,
  'alert-channel-subscription': between('alertChannelId', 'checkId', 'groupId'),
  'private-location': ({ slugName }) => [slugName],
  'private-location-check-assignment': between('privateLocationId', 'checkId'),
  'private-location-group-assignment': between('privateLocationId', 'groupId'),
  'maintenance-window': named,
  dashboard: ({ customUrl, header }) => (customUrl ? ['url', customUrl] : ['header', header]),
  'status-page-service': named,
  'status-page': ofPage,
  'status-page-component': ({ statusPageId, parentId = null, name }) => [statusPageId, parentId, name],
  'status-page-automation-rule': ({ statusPageId, name }) => [statusPageId, name],
}

/** The identity as text, of a payload with ids in place of references; null for a resource that nothing tells apart. */
export function identityOf(type: StoredResourceType, payload: Payload): string | null {
  const values = identities[type](payload)
  return values.includes(undefined) ? null : JSON.stringify(values)
}
