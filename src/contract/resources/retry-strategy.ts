import Type from 'typebox'
import { described } from '../forms/field-edit.ts'
import { mostRetries } from './next-retry.ts'
import { Nullable, OneOf, Strict } from '../schema.ts'

export const retryTypes = ['FIXED', 'LINEAR', 'EXPONENTIAL', 'SINGLE_RETRY'] as const

export interface RetryStrategy {
  readonly type: (typeof retryTypes)[number]
  readonly baseBackoffSeconds: number
  readonly sameRegion: boolean
  readonly maxRetries: number
  readonly maxDurationSeconds: number
  readonly onlyOn?: readonly 'NETWORK_ERROR'[]
}

/** The defaults of a request. */
export const defaultRetryStrategy = {
  type: 'FIXED',
  baseBackoffSeconds: 60,
  sameRegion: true,
  maxRetries: 2,
  maxDurationSeconds: 600,
} as const satisfies RetryStrategy

/** The meaning of `doubleCheck: true` for most check types: one immediate retry from another location. */
export const doubleCheckStrategy = {
  type: 'FIXED',
  baseBackoffSeconds: 0,
  maxRetries: 1,
  maxDurationSeconds: 600,
  sameRegion: false,
} as const satisfies RetryStrategy

const defaults = defaultRetryStrategy
const ofAll = { when: ['type', ...retryTypes] } as const
const ofSeveral = { when: ['type', 'FIXED', 'LINEAR', 'EXPONENTIAL'] } as const

/**
 * When to retry after a failed attempt. `type` defaults to FIXED for clients that do not send it. SINGLE_RETRY takes
 * neither `maxRetries` nor `maxDurationSeconds`.
 */
export const RetryStrategyObject = Strict({
  type: described(Type.Optional(OneOf(retryTypes, { default: defaults.type })), { control: 'retries' }),
  baseBackoffSeconds: described(
    Type.Optional(Type.Number({ default: defaults.baseBackoffSeconds, minimum: 0, maximum: 86_400 })),
    ofAll,
  ),
  sameRegion: described(Type.Optional(Type.Boolean({ default: defaults.sameRegion })), ofAll),
  maxRetries: described(
    Type.Optional(Type.Integer({ default: defaults.maxRetries, minimum: 1, maximum: mostRetries })),
    ofSeveral,
  ),
  maxDurationSeconds: described(
    Type.Optional(Type.Number({ default: defaults.maxDurationSeconds, minimum: 0, maximum: 600 })),
    ofSeveral,
  ),
  onlyOn: described(Type.Optional(Nullable(Type.Array(OneOf(['NETWORK_ERROR']), { maxItems: 1 }))), {
    ...ofAll,
    control: 'check',
    on: ['NETWORK_ERROR'],
  }),
})

export const RetryStrategySchema = Nullable(RetryStrategyObject)
/** The retry strategy of a check group: an object, null for no retries, or FALLBACK: each check uses its own. */
export const GroupRetryStrategySchema = Type.Union([RetryStrategyObject, Type.Null(), Type.Literal('FALLBACK')], {
  default: 'FALLBACK',
})
