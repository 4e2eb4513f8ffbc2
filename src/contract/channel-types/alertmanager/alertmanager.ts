import Type from 'typebox'
import type { KeyValuePair } from '../../check-types/api/index.ts'
import { HttpUrl, KeyValues } from '../../check-types/request-fields.ts'
import { described } from '../../forms/field-edit.ts'
import { Strict } from '../../schema.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'

export interface AlertmanagerConfig {
  readonly name: string
  readonly urls: readonly string[]
  readonly username: string
  readonly password: string
  readonly bearerToken: string
  readonly headers: readonly KeyValuePair[]
}

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, default: '', description }))

/** An Alertmanager of Prometheus, or all members of a cluster, which each have to be told. */
export const ALERTMANAGER: ChannelTypeDescriptor<AlertmanagerConfig> = {
  folder: 'alertmanager',
  label: 'Alertmanager',
  config: Strict({
    name: text(255, 'The display name.'),
    urls: described(
      Type.Array(HttpUrl(), {
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
        description: 'The address of each member of the cluster, without api/v2.',
      }),
      { isRequired: true },
    ),
    username: text(255, 'For basic authentication.'),
    password: text(1024, 'For basic authentication.'),
    bearerToken: text(4096, 'Instead of user and password.'),
    headers: KeyValues(),
  }),
  form: { order: ['name', 'urls', 'username', 'password', 'bearerToken', 'headers'] },
  secrets: ['password', 'bearerToken'],
  templates: ['password', 'bearerToken', 'headers'],
  reader: 'programs',
  opensIncidents: true,
  entitlement: null,
  settings: [],
  repeatSeconds: 60,
  fallbackRank: 3,
  attached: null,
  examples: [
    {
      name: 'Cluster',
      urls: ['https://one.example', 'https://two.example/alertmanager'],
      username: '',
      password: '',
      bearerToken: 'other',
      headers: [{ key: 'X-Scope-OrgID', value: 'ops', locked: false }],
    },
    {
      name: 'Ops',
      urls: ['https://alertmanager.example'],
      username: 'belfry',
      password: 'key',
      bearerToken: '',
      headers: [],
    },
  ],
}
