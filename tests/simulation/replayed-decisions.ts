import { complete, replay } from '#alerting'
import type { CompactDerivation, Derivation, Verdict } from '#alerting'
import type { AlertSettings } from '#contract'
import type { Database } from '#storage/database'

interface Decision {
  readonly id: string
  readonly checkId: string
  readonly checkAlertId: string | null
  readonly derivation: Derivation
  readonly verdict: Verdict
  readonly createdAt: Date
}

type StoredDecision = Omit<Decision, 'derivation'> & { readonly derivation: CompactDerivation }

interface Logged {
  readonly checkId: string
  readonly channelId: number | null
  readonly silence: string | null
  readonly createdAt: Date
}

export interface Replays {
  readonly decisions: number
  /** What replaying a decision, or the notifications that were planned, contradict. */
  readonly problems: readonly string[]
  /** How many were by a window, or with a number of runs until a recovery. */
  readonly ofPolicies: number
  /** Of the decisions that notified by a threshold of one run or by a window, those that still do so when it is raised. */
  readonly indifferent: readonly string[]
}

/** Decides again every decision that is stored, and compares them with all alerts and notifications that are. */
export async function replayDecisions(db: Database): Promise<Replays> {
  const stored = await db.rows<StoredDecision>('select * from alert_decisions order by id')
  const decisions = stored.map((row) => ({ ...row, derivation: complete(row.derivation) }))
  const logged = await db.rows<Logged>('select check_id, channel_id, silence, created_at from notifications')
  const alerts = await db.rows<{ id: string }>('select id from check_alerts')
  const explained = new Set(decisions.map(({ checkAlertId }) => checkAlertId))
  return {
    decisions: decisions.length,
    ofPolicies: decisions.filter(isOfPolicy).length,
    problems: [
      ...decisions.filter((one) => !isReplayed(one)).map(({ id }) => `decision ${id} is another when it is replayed`),
      ...differencesOf(decisions.flatMap(plannedOf), logged.map(keyOf)),
      ...alerts.filter(({ id }) => !explained.has(id)).map(({ id }) => `alert ${id} is not explained`),
    ],
    indifferent: decisions
      .filter(({ derivation, verdict }) => isByThreshold(derivation, verdict))
      .filter(isSameByMore)
      .map(({ id }) => id),
  }
}

const isReplayed = ({ derivation, verdict }: Decision): boolean =>
  textOf(replay(derivation).verdict) === textOf(verdict)

/** In one order, as the database returns the properties in another one. */
const textOf = ({ type, kind, from, to, silence, isAlert, planned }: Verdict): string =>
  JSON.stringify([type, kind, from, to, silence, isAlert, planned.map((one) => [one.channelId, one.silence])])

const plannedOf = ({ checkId, verdict, createdAt }: Decision): string[] =>
  verdict.planned.map(({ channelId, silence }) => keyOf({ checkId, channelId, silence, createdAt }))

const keyOf = ({ checkId, channelId, silence, createdAt }: Logged): string =>
  `${checkId} ${createdAt.toISOString()} ${channelId} ${silence}`

function differencesOf(decided: readonly string[], logged: readonly string[]): string[] {
  const [known, stored] = [new Set(decided), new Set(logged)]
  return [
    ...logged.filter((key) => !known.has(key)).map((key) => `notification ${key} was not decided`),
    ...decided.filter((key) => !stored.has(key)).map((key) => `notification ${key} was decided and is missing`),
  ]
}

const isOfPolicy = ({ derivation: { settings } }: Decision): boolean =>
  settings.value.windowBasedEscalation !== undefined || settings.value.runBasedRecovery !== undefined

const isByThreshold = ({ event, before, settings }: Derivation, { isAlert, type }: Verdict): boolean =>
  event === undefined &&
  before.status === 'passing' &&
  isAlert &&
  type === 'ALERT_FAILURE' &&
  (settings.value.windowBasedEscalation !== undefined || isByOneRun(settings.value))

const isByOneRun = ({ escalationType, runBasedEscalation }: AlertSettings): boolean =>
  escalationType === 'RUN_BASED' && runBasedEscalation.failedRunThreshold === 1

function isSameByMore({ derivation, verdict }: Decision): boolean {
  const { settings } = derivation
  const { windowBasedEscalation: window } = settings.value
  const value = {
    ...settings.value,
    runBasedEscalation: { failedRunThreshold: 5 },
    ...(window && { windowBasedEscalation: { ...window, failedRunThreshold: window.runs + 1 } }),
  }
  return textOf(replay({ ...derivation, settings: { ...settings, value } }).verdict) === textOf(verdict)
}
