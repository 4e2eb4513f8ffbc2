import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf, Strict } from '../schema.ts'
import { matching } from '../matching.ts'

/** The states of a component that follows a page of its provider. */
export const feedStates = [
  'OPERATIONAL',
  'UNDER_MAINTENANCE',
  'DEGRADED_PERFORMANCE',
  'PARTIAL_OUTAGE',
  'MAJOR_OUTAGE',
  'UNKNOWN',
] as const
export type FeedState = (typeof feedStates)[number]

/** Why a page of a provider could not be read. */
export const feedProblems = [
  'UNREACHABLE',
  'NOT_ALLOWED',
  'TOO_SLOW',
  'TOO_LARGE',
  'NOT_FOUND',
  'REJECTED',
  'NOT_A_STATUS_PAGE',
] as const
export type FeedProblem = (typeof feedProblems)[number]

const FeedUrl = () =>
  Type.String({
    minLength: 1,
    maxLength: 1024,
    ...matching('^[Hh][Tt][Tt][Pp][Ss]?://[^\\s@]+$', 'an http or https URL without a password'),
    description: 'A page in the format of Statuspage: its address, or that of its summary.json.',
  })

/** The page of a provider that a component follows. */
export const ComponentFeedSchema = Strict({
  url: FeedUrl(),
  component: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 100 }), {
      description: 'The id of a component of that page. Null: the state of the whole page.',
    }),
  ),
})
export type ComponentFeed = Static<typeof ComponentFeedSchema>

export const FeedTrialBodySchema = Strict({ url: FeedUrl() })

export const FeedTrialSchema = Type.Object({
  url: Type.String({ description: 'The address that would be read.' }),
  problem: Nullable(OneOf(feedProblems), { description: 'Why it cannot be read; null when it can.' }),
  name: Nullable(Type.String()),
  state: OneOf(feedStates, { description: 'Of the whole page.' }),
  components: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      group: Nullable(Type.String({ description: 'The name of the group that it is in.' })),
      state: OneOf(feedStates),
    }),
  ),
})

export const FollowedFeedSchema = Type.Object({
  componentId: Type.String(),
  url: Type.String(),
  component: Nullable(Type.String()),
  componentName: Nullable(Type.String(), { description: 'As the provider calls it.' }),
  pageName: Nullable(Type.String(), { description: 'As the provider calls its page.' }),
  state: OneOf(feedStates, { description: 'UNKNOWN while the page cannot be read.' }),
  readAt: Nullable(DateTime(), { description: 'When the page was read last.' }),
  checkedAt: Nullable(DateTime(), { description: 'When somebody last tried to read it.' }),
  problem: Nullable(OneOf(feedProblems)),
})
export const FollowedFeedsSchema = Type.Object({ entries: Type.Array(FollowedFeedSchema) })
