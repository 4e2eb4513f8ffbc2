import Type from 'typebox'
import type { Static } from 'typebox'
import { webUrlFormat } from '../check-types/request-fields.ts'
import { matching } from '../matching.ts'
import { DateTime, Nullable, Strict } from '../schema.ts'

const [leastSeconds, mostSeconds] = [10, 86_400]

const interval = Type.Integer({
  minimum: leastSeconds,
  maximum: mostSeconds,
  description: 'Seconds between two pings.',
})

export const OutgoingHeartbeatBodySchema = Strict({
  url: Type.String({
    minLength: 1,
    maxLength: 2_000,
    format: webUrlFormat,
    ...matching('^[hH][tT][tT][pP][sS]?://[^\\s@{}]+$', 'an http or https URL without a password'),
    description: 'The URL to ping, which is a secret.',
  }),
  intervalSeconds: Type.Optional({ ...interval, description: 'Seconds between two pings; 60 when it is absent.' }),
})
export type OutgoingHeartbeatBody = Static<typeof OutgoingHeartbeatBodySchema>

export const OutgoingHeartbeatSchema = Type.Object({
  host: Type.String({
    description: 'The host of the URL, with its port if it has one; there is one heartbeat for each.',
  }),
  intervalSeconds: interval,
  createdAt: DateTime(),
  pingedAt: Nullable(DateTime({ description: 'The last ping that was answered with success.' })),
  failedAt: Nullable(DateTime({ description: 'The last one that was not.' })),
  problem: Nullable(Type.String({ description: 'Why the last ping failed, or was not sent; null when it arrived.' })),
})
export type OutgoingHeartbeatResource = Static<typeof OutgoingHeartbeatSchema>
