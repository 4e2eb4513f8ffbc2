import type { TSchema } from 'typebox'
import type { AssertionSourceName } from '../assertions.ts'
import type { TypeForm } from '../forms/field-edit.ts'
import type { RetryStrategy } from '../resources/retry-strategy.ts'
import type { AnalyticsDescriptor } from './metrics.ts'
import type { RunCondition, RunRequirement } from './run-requirements.ts'

/** The request of a check type and the response that its runs observe; a type without probe has no `answer`. */
export interface Shapes {
  readonly request?: object
  readonly answer?: object
}

/** Carries the types of a descriptor, by a request with every default and an answer to it, which tests and seeds use. */
export interface Shaped<S extends Shapes> {
  readonly sample: S
}

/** `shapes<{ request: TcpRequest; answer: TcpAnswer }>(sample)` names the types of a descriptor. */
export const shapes = <S extends Shapes>(sample: S): Shaped<S> => ({ sample })

/**
 * The description of a check type. Its behaviour is in files of the same name:
 * `evaluation/check-types`, `diagnosis/check-types` and `probes` for types that runners run, `management/check-types` for
 * types with a request.
 */
export interface CheckTypeDescriptor {
  /** The path segment of its create and update routes; null for types that only `/v1/checks` takes. */
  readonly slug: string | null
  /** Before its name in a sentence. */
  readonly article: 'a' | 'an'
  /**
   * wire: a probe observes it. inbound: it waits for pings. none: no runner can run it yet, so its checks are kept, are
   * never due, and say so wherever they are shown. Anyone who makes it wire also plans the checks there are (a migration).
   */
  readonly execution: 'wire' | 'inbound'
  readonly shapes: Shaped<Shapes>
  /** `NoRequest` for types that ask nothing of anyone. */
  readonly request: TSchema
  /**
   * Where the request says what it goes to: the path to a URL, a host or a name, and the field of its port. `server` is the
   * field of the server that is asked about the target, for types that do not reach it themselves.
   */
  readonly target: {
    readonly path: readonly [string, ...string[]]
    readonly port?: string
    readonly server?: string
  } | null
  readonly sources: readonly AssertionSourceName[]
  readonly form: TypeForm
  /** The construct and the resource of the Terraform provider that create its checks, where there are such. */
  readonly construct?: string
  readonly terraform?: string
  /** Response-time limits in milliseconds: defaults at create, and the largest value accepted. Null: the type has none. */
  readonly limits: { readonly degraded: number; readonly max: number; readonly ceiling: number } | null
  /** The body that its page in `docs` creates a check with. */
  readonly example: object
  /** Its own fields, all with other values than their defaults, and the changes that tests write after them. */
  readonly examples: readonly [object, object]
  /** How failed runs are retried while neither a check nor its group says so; null for not at all. */
  readonly defaultRetryStrategy: RetryStrategy | null
  /** Whether its programs repeat what fails by themselves, so that no retry strategy applies. */
  readonly retriesItself?: boolean
  /** No run takes longer, in milliseconds. Null for types whose checks nothing runs. */
  readonly runTimeLimitMs: number | null
  /** Whether frequency 0 (every 10, 20 or 30 seconds) is possible, or only for clients of the hosted product. */
  readonly subMinute: boolean | 'drop-in'
  /** The fewest minutes between runs, for types that must not run every minute. */
  readonly leastFrequency?: number
  /**
   * Whether its runs have code: scripts around the request, for checks that have some; a test file; a project in
   * a code bundle; programs that take no more than variables and a runtime; or a prompt that a model follows.
   */
  readonly code?: 'around request' | 'test file' | 'suite' | 'environment' | 'prompt'
  /** Whether a person who started a run can cancel it. */
  readonly isCancellable?: boolean
  /** The requirements of its runs. When no runner meets them, the status of the check reports it before the first run. */
  readonly needs?: readonly RunRequirement[]
  /** Additional requirements of some of its checks. */
  readonly conditionalNeeds?: Readonly<Partial<Record<RunCondition, readonly RunRequirement[]>>>
  /** Whether the defaults for API checks of a group apply. */
  readonly takesGroupDefaults?: boolean
  /** Whether runs from a private location go through its proxy. */
  readonly takesProxy?: boolean
  /** Whether it runs only with a runtime that has multi-step support. */
  readonly needsMultiStepRuntime?: boolean
  /** Whether its connections present the client certificates of the account that match the host and port of its target. */
  readonly presentsCertificates?: boolean
  /** Whether its request is an HTTP call: an environment may replace its host, and it presents client certificates. */
  readonly isHttpCall?: boolean
  /** Whether the filter of lists by URL finds its checks. */
  readonly isFoundByUrl?: boolean
  /** The queue that metrics of private locations count its runs in: `main` for types that take long, or have scripts. */
  readonly queue: 'main' | 'uptime'
  /** Whether the limits of its runs apply to packet loss instead of response times. */
  readonly isLimitedByPacketLoss?: boolean
  /** Whether clients of the hosted product may send a degraded limit above the maximum. */
  readonly allowsInvertedLimits?: boolean
  /** Fields of its bodies that other types lack, or that mean something else for it. */
  readonly fields?: Readonly<Record<string, TSchema>>
  /** Fields that the create operation of the type requires, although other operations may omit them. */
  readonly requiredOnCreate?: Readonly<Record<string, TSchema>>
  /** Fields that clients of the hosted product may leave out on the route for every type. */
  readonly optionalForDropIn?: readonly string[]
  /**
   * The object in which a result shows what a run saw, and what the API reference says of it; null for none. Without a
   * schema the reference says nothing of its fields.
   */
  readonly result: { readonly name: string; readonly description: string; readonly schema?: TSchema } | null
  /** The entitlement that counts its checks; null for types that no plan limits. */
  readonly entitlement: { readonly key: string; readonly name: string; readonly description: string } | null
  readonly analytics: AnalyticsDescriptor
}
