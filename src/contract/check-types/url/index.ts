import Type from 'typebox'
import { Assertions } from '../../resources/assertion.ts'
import { OneOf, Strict } from '../../schema.ts'
import { HttpUrl, IpFamily, KeepCookies, TryAllAddresses } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { API } from '../api/index.ts'
import type { HttpAnswer, HttpRequest } from '../api/index.ts'
import { httpAnalytics, httpPhases } from '../metrics.ts'
import { example, examples } from './examples.ts'

const sources = ['STATUS_CODE'] as const

/** A URL monitor: a GET evaluated by its status code. It runs as an API request without body and headers. */
export const URL = {
  slug: 'url',
  construct: 'UrlMonitor',
  terraform: 'checkly_url_monitor',
  article: 'a',
  execution: 'wire',
  takesProxy: true,
  shapes: shapes<{ request: HttpRequest; answer: HttpAnswer }>({
    ...API.shapes.sample,
    answer: { ...API.shapes.sample.answer, body: '{}' },
  }),
  sources,
  target: { path: ['url'] },
  form: { start: { frequency: 5, request: { url: 'https://', followRedirects: true } } },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: 30_000,
  subMinute: 'drop-in',
  queue: 'uptime',
  isHttpCall: true,
  result: API.result,
  entitlement: { key: 'URL_MONITORS', name: 'URL monitors', description: 'Whether a URL answers, and how fast.' },
  analytics: {
    ...httpAnalytics,
    route: { segment: 'url-monitors', operation: 'getUrlMonitorAnalytics' },
    prometheus: {
      names: ['url_monitor_timing_seconds'],
      help: 'Durations of URL monitors by phase.',
      types: httpPhases,
    },
  },
  request: Strict({
    url: HttpUrl(),
    method: Type.Optional(OneOf(['GET'], { default: 'GET' })),
    followRedirects: Type.Optional(Type.Boolean({ default: true })),
    keepCookies: KeepCookies(),
    skipSSL: Type.Optional(Type.Boolean({ default: false })),
    ipFamily: IpFamily(),
    tryAllAddresses: TryAllAddresses(),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 3000, max: 5000, ceiling: 45_000 },
} as const satisfies CheckTypeDescriptor
