import { doubleCheckStrategy } from '../resources/retry-strategy.ts'
import { NoRequest } from './request-fields.ts'

/** What all types have in common whose checks are code instead of a request. */
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

/** What the types have in common that are one test file. */
export const testFileType = {
  ...scriptType,
  execution: 'wire',
  code: 'test file',
  needs: ['isolation', 'runtime'],
  runTimeLimitMs: 240_000,
  optionalForDropIn: ['script'],
} as const
