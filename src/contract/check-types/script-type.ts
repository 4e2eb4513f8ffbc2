import { doubleCheckStrategy } from '../resources/retry-strategy.ts'
import { NoRequest } from './request-fields.ts'

/** The common part of types whose checks are code instead of a request. */
export const scriptType = {
  article: 'a',
  request: NoRequest,
  sources: [],
  limits: null,
  target: null,
  defaultRetryStrategy: doubleCheckStrategy,
  subMinute: false,
  queue: 'main',
  entitlement: null,
} as const

/** The common part of types that are one test file. */
export const testFileType = {
  ...scriptType,
  execution: 'wire',
  code: 'test file',
  needs: ['isolation', 'runtime'],
  runTimeLimitMs: 240_000,
  optionalForDropIn: ['script'],
} as const
