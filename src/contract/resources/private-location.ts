import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf } from '../schema.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { matching } from '../matching.ts'

const isRegionLike = '(us(-gov)?|ap|ca|cn|eu|sa|af|me)-(central|(north|south)?(east|west)?)-\\d+'
const Name = () => Type.String({ minLength: 1, maxLength: 255 })
const Icon = (options: Record<string, unknown> = {}) => Type.String({ minLength: 1, maxLength: 64, ...options })
const ProxyUrl = () =>
  Nullable(Type.String({ maxLength: 2048 }), {
    description: 'Proxy for HTTP requests of this location: <scheme>://<user>:<password>@<host>:<port>.',
  })

/** Checks refer to the slug name, which never changes. */
export const PrivateLocationCreateBodySchema = Type.Object({
  name: Name(),
  slugName: Type.String({
    ...matching(
      `^(?!${isRegionLike})[a-zA-Z0-9-]{1,30}$`,
      '1 to 30 letters, digits and hyphens that do not begin like the code of a cloud region, for example office-1',
    ),
    description: '1 to 30 letters, digits and hyphens that do not begin like the code of a cloud region.',
  }),
  icon: Type.Optional(Icon({ default: 'location' })),
  proxyUrl: Type.Optional(ProxyUrl()),
})
export type PrivateLocationCreateBody = Static<typeof PrivateLocationCreateBodySchema>

/** The fields of a private location that can be changed. */
export const PrivateLocationUpdateBodySchema = Type.Object({
  name: Name(),
  icon: Type.Optional(Icon()),
  proxyUrl: Type.Optional(ProxyUrl()),
})
export type PrivateLocationUpdateBody = Static<typeof PrivateLocationUpdateBodySchema>

export const PrivateLocationKeySchema = Type.Object({
  id: Type.String(),
  rawKey: Type.String({ description: 'In clear only in the response that created the key, masked afterwards.' }),
  maskedKey: Type.String(),
  created_at: Type.String(),
  updated_at: Nullable(Type.String()),
})
export type PrivateLocationKeyResource = Static<typeof PrivateLocationKeySchema>

const locationFields = {
  id: Type.String(),
  name: Type.String(),
  slugName: Type.String(),
  icon: Type.String(),
  created_at: Type.String(),
  updated_at: Nullable(Type.String()),
  keys: Type.Array(PrivateLocationKeySchema),
  proxyUrl: Nullable(Type.String(), { description: 'Roles below ADMIN read it without its credentials.' }),
}

export const WrittenPrivateLocationSchema = Type.Object(locationFields)
export type WrittenPrivateLocation = Static<typeof WrittenPrivateLocationSchema>

export const locationEvents = ['UNAVAILABLE', 'AVAILABLE', 'UNASSIGNED', 'RUNS_DROPPED', 'BLIND', 'SEEING'] as const
export type LocationEvent = (typeof locationEvents)[number]
/** Those of which owners and admins get a mail. */
export type MailedLocationEvent = Extract<LocationEvent, 'UNAVAILABLE' | 'AVAILABLE'>

export const PrivateLocationSchema = Type.Object({
  ...locationFields,
  lastSeen: Nullable(Type.String(), { description: 'When an agent last connected.' }),
  agentCount: Nullable(Type.Number()),
  minAgentVersion: Nullable(Type.String()),
  runningAgents: Type.Optional(
    Type.Array(
      Type.Object({
        version: Type.String(),
        isOutdated: Type.Boolean(),
        count: Type.Number(),
        agents: Type.Array(
          Type.Object({
            id: Type.String(),
            name: Type.String({ description: 'By which people recognize it; default: the host name.' }),
            lastSeenAt: Type.String(),
            running: Type.Integer({ description: 'Runs that it was making when it was last seen.' }),
            places: Type.Integer({ description: 'Runs that it can make at the same time.' }),
          }),
        ),
      }),
    ),
  ),
  unavailableSince: Nullable(
    DateTime({ description: 'Since when nothing is scheduled there, because no agent is connected.' }),
  ),
  events: Type.Array(
    Type.Object({
      at: DateTime(),
      event: OneOf(locationEvents),
      lastSeenAt: Nullable(DateTime({ description: 'When an agent was last connected before.' })),
    }),
    { description: 'The latest ten of 90 days, the latest first.' },
  ),
  projectBindings: ProjectBindingsSchema('private-location'),
})
export type PrivateLocationResource = Static<typeof PrivateLocationSchema>

/** Parallel lists: one entry for each minute in which runs were waiting or dropped. */
export const PrivateLocationMetricsSchema = Type.Object({
  timestamps: Type.Array(Type.String()),
  queueSize: Type.Array(Type.Number()),
  oldestScheduledCheckRun: Type.Array(Type.Number({ description: 'Seconds the oldest run had waited.' })),
  droppedRuns: Type.Array(Type.Number({ description: 'Runs that no agent took within 6 minutes.' })),
})
export type PrivateLocationMetrics = Static<typeof PrivateLocationMetricsSchema>
