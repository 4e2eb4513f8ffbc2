import type {
  RequestCheckType,
  CheckRequests,
  CheckType,
  HeartbeatSettings,
  KeyValuePair,
} from '../check-types/index.ts'
import type { AlertSettings } from './alert-settings.ts'
import type { Assertion } from './assertion.ts'
import type { GroupedValues, PlainSettings } from './check-settings.ts'
import type { FieldsOfSomeTypes } from './fields-of-some-types.ts'
import type { RetryStrategy } from './retry-strategy.ts'

/**
 * A check, a group and a channel as the service stores them: every default filled in, secrets in plaintext. They travel
 * between storage, verbs and decisions and never leave through the API as they are; resources are made from them.
 */
export interface EnvironmentVariable {
  readonly key: string
  readonly value: string
  readonly locked: boolean
  readonly secret: boolean
}

/** Variables of these names are secret however they are stored, also those that scripts set while they run. */
export const secretVariablePrefix = 'SERVICE_SECRET_'

/** Whether the value of a variable must not appear in what is stored of a run. */
export const isSecretVariable = ({
  key,
  locked,
  secret,
}: Pick<EnvironmentVariable, 'key' | 'locked' | 'secret'>): boolean =>
  secret || locked || key.startsWith(secretVariablePrefix)

export interface TriggerIncident {
  readonly serviceId: string
  readonly severity: 'CRITICAL' | 'MAJOR' | 'MEDIUM' | 'MINOR'
  readonly name: string
  readonly description: string
  readonly notifySubscribers: boolean
}

export interface CheckIntent {
  readonly goal: string
  readonly requiredOutcomes: readonly string[]
  readonly mustPreserve: readonly string[]
}

interface SettingsOfSomeTypes extends Readonly<FieldsOfSomeTypes> {}

/** The fields of a check besides the columns that lists, schedules and filters need. */
export interface CheckSettings extends PlainSettings, SettingsOfSomeTypes {
  readonly alertSettings: AlertSettings
  /** Absent: never set, doubleCheck applies. Null: no retries. */
  readonly retryStrategy?: RetryStrategy | null
  readonly triggerIncident: TriggerIncident | null
  readonly degradedResponseTime: number | null
  readonly maxResponseTime: number | null
  /** Of the shape its check type's row declares; absent for heartbeats. */
  readonly request?: CheckRequests[RequestCheckType]
  readonly heartbeat?: Omit<HeartbeatSettings, 'pingToken'>
  readonly environmentVariables: readonly EnvironmentVariable[]
  readonly intent?: CheckIntent | null
}

/** A file a script imports. */
export interface ScriptDependency {
  readonly path: string
  readonly content: string
}

export interface CheckDefinition {
  readonly accountId: string
  readonly id: string
  readonly checkType: CheckType
  readonly name: string
  readonly activated: boolean
  readonly muted: boolean
  readonly groupId: number | null
  readonly groupOrder: number | null
  readonly tags: readonly string[]
  readonly frequency: number
  readonly frequencyOffset: number | null
  /** Public region codes. */
  readonly locations: readonly string[]
  /** Slug names of private locations. */
  readonly privateLocations: readonly string[]
  readonly runParallel: boolean
  readonly settings: CheckSettings
  /** Incremented with every change. */
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface ApiCheckDefaults {
  readonly url: string
  readonly headers: readonly KeyValuePair[]
  readonly queryParameters: readonly KeyValuePair[]
  readonly assertions: readonly Assertion[]
  readonly basicAuth: { readonly username: string; readonly password: string } | null
}

/** Null means: not set, each member keeps its own. */
export interface GroupSettings extends GroupedValues {
  readonly concurrency: number
  readonly locations: readonly string[] | null
  readonly privateLocations: readonly string[] | null
  readonly alertSettings: AlertSettings | null
  readonly useGlobalAlertSettings: boolean | null
  readonly retryStrategy: RetryStrategy | null | 'FALLBACK'
  /** True of a group of generation 1 where FALLBACK is what nobody chose, which answers leave out. */
  readonly isRetryStrategyUnset?: boolean
  readonly doubleCheck: boolean
  readonly apiCheckDefaults: ApiCheckDefaults
  readonly browserCheckDefaults?: string
  readonly environmentVariables: readonly EnvironmentVariable[]
  readonly setupSnippetId: number | null
  readonly tearDownSnippetId: number | null
  readonly localSetupScript: string | null
  readonly localTearDownScript: string | null
}

export interface GroupDefinition {
  readonly accountId: string
  readonly id: number
  /** 1: its settings always override the members'. 2: only the fields that are set do. */
  readonly generation: 1 | 2
  readonly name: string
  readonly activated: boolean
  readonly muted: boolean
  readonly tags: readonly string[]
  readonly settings: GroupSettings
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

/** The name under which a private location's tasks queue; public ones queue under their region code. */
export const privateLocationQueue = (accountId: string, slugName: string): string => `private:${accountId}:${slugName}`
export const isPrivateQueue = (queue: string): boolean => queue.startsWith('private:')
export const locationOfQueue = (queue: string): string =>
  isPrivateQueue(queue) ? (queue.split(':')[2] ?? queue) : queue

/** The display name of the location of a queue: its registered name, else its code; never a guessed city. */
export const displayedLocation = (queue: string, names: ReadonlyMap<string, string>): string =>
  isPrivateQueue(queue) ? locationOfQueue(queue) : (names.get(queue) ?? queue)
