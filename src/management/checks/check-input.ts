import type { Static, TObject } from 'typebox'
import { defaultAlertSettings, defaultPlainSettings } from '#contract'
import type {
  resetRetryStrategy,
  CheckDefinition,
  CheckSettings,
  CheckType,
  FieldsOfSomeTypes,
  RetryStrategyObject,
  sharedCheckFields,
} from '#contract'

/**
 * The fields of a create or update body of any check type, already validated by the schema of its type. Other fields of
 * a body are ignored. `request` and `heartbeat` have the shapes that the check type's row declares.
 */
export type CheckInput = Omit<Partial<Static<TObject<typeof sharedCheckFields>>>, 'retryStrategy'> &
  FieldsOfSomeTypes & {
    readonly name?: string
    readonly checkType?: CheckType
    /** `resetRetryStrategy`: as if none had ever been set. */
    readonly retryStrategy?: Static<typeof RetryStrategyObject> | null | typeof resetRetryStrategy
    readonly request?: unknown
    readonly heartbeat?: unknown
    readonly degradedResponseTime?: number | null
    readonly maxResponseTime?: number | null
  }

/** A check before the body that creates it is applied: neutral values, never returned by themselves. */
export const blankCheck = (identity: {
  readonly accountId: string
  readonly id: string
  readonly checkType: CheckType
  readonly createdAt: Date
}): CheckDefinition => ({
  ...identity,
  name: '',
  activated: true,
  muted: false,
  groupId: null,
  groupOrder: null,
  tags: [],
  frequency: 10,
  frequencyOffset: null,
  locations: [],
  privateLocations: [],
  runParallel: false,
  settings: blankSettings,
  version: 1,
  updatedAt: null,
})

const blankSettings: CheckSettings = {
  ...defaultPlainSettings,
  alertSettings: defaultAlertSettings,
  triggerIncident: null,
  degradedResponseTime: null,
  maxResponseTime: null,
  environmentVariables: [],
}
