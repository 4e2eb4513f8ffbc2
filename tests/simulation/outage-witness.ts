/** From `fromMs` up to, but not including, `untilMs`, by the true time. */
export interface Stretch {
  readonly fromMs: number
  readonly untilMs: number
}

/** When the service, or what it depends on, did not work. */
export interface Trouble extends Stretch {
  /** Whether runs under way or pings may have been lost, and have to come again. */
  readonly isLosing: boolean
}

/** How soon an outage of a target must be notified, by the settings of its check, when the service itself has no disruption. */
export interface Promised {
  /** The maximum from the start of an outage to its notification. */
  readonly detectMs: number
  /** The maximum from the end of an outage to its notification. */
  readonly recoverMs: number
  /** The maximum from the observation of a run to its notification. */
  readonly echoMs: number
  /** The delay that each disruption which loses runs or pings may add to its own length; other disruptions only delay what they overlap. */
  readonly perTroubleMs: number
  readonly perDelayMs: number
  /** No notification is expected. */
  readonly isMuted: boolean
}

export interface Told {
  readonly kind: 'failure' | 'recovery'
  readonly atMs: number
}

/** One target with its true history and its notifications. */
export interface Watched {
  readonly name: string
  readonly promise: Promised
  /** In order, without overlap. */
  readonly outages: readonly Stretch[]
  /** In order. */
  readonly told: readonly Told[]
}

export interface History {
  readonly fromMs: number
  readonly untilMs: number
  /** In order of their start. */
  readonly troubles: readonly Trouble[]
}

/**
 * What the service got wrong about a target: an alert of one that was up, an outage longer than the policy allows that
 * without a notification, a recovery without one. Empty when there is none.
 */
export function problemsOf(watched: Watched, history: History): string[] {
  if (watched.promise.isMuted)
    return watched.told.map((told) => `${watched.name}: notified of a muted check at ${told.atMs}`)
  return [...falseAlarms(watched, history), ...missedOutages(watched, history), ...missedRecoveries(watched, history)]
}

function falseAlarms({ name, outages, told, promise }: Watched, { troubles }: History): string[] {
  const isFalse = ({ kind, atMs }: Told): boolean => {
    const fromMs = atMs - extendedBack(atMs, promise.echoMs, promise, troubles)
    return kind === 'failure' && !outages.some((outage) => outage.fromMs <= atMs && outage.untilMs > fromMs)
  }
  return told.filter(isFalse).map(({ atMs }) => `${name}: alerted at ${atMs} though its target was up`)
}

function missedOutages({ name, outages, told, promise }: Watched, { untilMs, troubles }: History): string[] {
  return outages.flatMap((outage) => {
    const dueMs = outage.fromMs + extended(outage.fromMs, promise.detectMs, promise, troubles)
    const isJudged = dueMs < Math.min(outage.untilMs, untilMs)
    return isJudged && lastTold(told, dueMs) !== 'failure'
      ? [`${name}: down since ${outage.fromMs}, not alerted by ${dueMs}`]
      : []
  })
}

function missedRecoveries({ name, outages, told, promise }: Watched, { untilMs, troubles }: History): string[] {
  return outages.flatMap((outage, index) => {
    const dueMs = outage.untilMs + extended(outage.untilMs, promise.recoverMs, promise, troubles)
    const isJudged = dueMs < Math.min(outages[index + 1]?.fromMs ?? untilMs, untilMs)
    return isJudged && lastTold(told, dueMs) === 'failure'
      ? [`${name}: up since ${outage.untilMs}, recovery not notified by ${dueMs}`]
      : []
  })
}

const lastTold = (told: readonly Told[], byMs: number): Told['kind'] | undefined =>
  told.findLast(({ atMs }) => atMs <= byMs)?.kind

const costOf = (trouble: Trouble, { perTroubleMs, perDelayMs }: Promised): number =>
  trouble.isLosing ? perTroubleMs : perDelayMs

/** How long something that takes `ms` may take from a moment on, with the disruptions it overlaps. */
function extended(fromMs: number, ms: number, promise: Promised, troubles: readonly Trouble[]): number {
  let total = ms
  for (const trouble of troubles) {
    const overMs = trouble.untilMs + costOf(trouble, promise)
    if (overMs > fromMs && trouble.fromMs < fromMs + total) total += overMs - Math.max(trouble.fromMs, fromMs)
  }
  return total
}

/** The same for something that is over at a moment. */
function extendedBack(atMs: number, ms: number, promise: Promised, troubles: readonly Trouble[]): number {
  let total = ms
  for (const trouble of troubles.toReversed()) {
    const overMs = trouble.untilMs + costOf(trouble, promise)
    if (trouble.fromMs < atMs && overMs > atMs - total) total += overMs - trouble.fromMs
  }
  return total
}

/** How many outages lasted so long that they had to be notified. */
export const judgedOutages = ({ outages, promise }: Watched, { untilMs, troubles }: History): number =>
  outages.filter((outage) => {
    const dueMs = outage.fromMs + extended(outage.fromMs, promise.detectMs, promise, troubles)
    return !promise.isMuted && dueMs < Math.min(outage.untilMs, untilMs)
  }).length
