/** From `fromMs` up to, but not including, `untilMs`, by the true time. */
export interface Interval {
  readonly fromMs: number
  readonly untilMs: number
}

/** When the service, or what it depends on, did not work. */
export interface Disruption extends Interval {
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
  readonly perDisruptionMs: number
  readonly perDelayMs: number
  /** No notification is expected. */
  readonly isMuted: boolean
  /**
   * Whether a clock that went forward and is followed gives it a new period: that may have been a pause, in which nothing
   * arrived. Its outage is notified all the same, a cycle later.
   */
  readonly beginsAnew: boolean
}

export interface SentAlert {
  readonly kind: 'failure' | 'recovery'
  readonly atMs: number
}

/** One target with its true history and its notifications. */
export interface Watched {
  readonly name: string
  readonly promise: Promised
  /** In order, without overlap. */
  readonly outages: readonly Interval[]
  /** In order. */
  readonly sentAlerts: readonly SentAlert[]
}

export interface History {
  readonly fromMs: number
  readonly untilMs: number
  /** In order of their start. */
  readonly disruptions: readonly Disruption[]
  /** When the service followed a clock that went forward. */
  readonly clockSteps: readonly number[]
}

/**
 * What the service got wrong about a target: an alert of one that was up, an outage longer than the policy allows that
 * without a notification, a recovery without one. Empty when there is none.
 */
export function problemsOf(watched: Watched, history: History): string[] {
  if (watched.promise.isMuted)
    return watched.sentAlerts.map((sentAlerts) => `${watched.name}: notified of a muted check at ${sentAlerts.atMs}`)
  return [...falseAlarms(watched, history), ...missedOutages(watched, history), ...missedRecoveries(watched, history)]
}

function falseAlarms({ name, outages, sentAlerts, promise }: Watched, { disruptions }: History): string[] {
  const isFalse = ({ kind, atMs }: SentAlert): boolean => {
    const fromMs = atMs - extendedBack(atMs, promise.echoMs, promise, disruptions)
    return kind === 'failure' && !outages.some((outage) => outage.fromMs <= atMs && outage.untilMs > fromMs)
  }
  return sentAlerts.filter(isFalse).map(({ atMs }) => `${name}: alerted at ${atMs} though its target was up`)
}

function missedOutages({ name, outages, sentAlerts, promise }: Watched, history: History): string[] {
  const { untilMs } = history
  return outages.flatMap((outage) => {
    const dueMs = noticedBy(outage, promise, history)
    const isExpected = dueMs < Math.min(outage.untilMs, untilMs)
    return isExpected && lastSent(sentAlerts, dueMs) !== 'failure'
      ? [`${name}: down since ${outage.fromMs}, not alerted by ${dueMs}`]
      : []
  })
}

/** When an outage must be notified at the latest, if it lasts. */
function noticedBy({ fromMs }: Interval, promise: Promised, { disruptions, clockSteps }: History): number {
  const steps = promise.beginsAnew ? clockSteps.map((atMs) => ({ fromMs: atMs, untilMs: atMs, isLosing: true })) : []
  const delays = [...disruptions, ...steps].toSorted((one, other) => one.fromMs - other.fromMs)
  return fromMs + extended(fromMs, promise.detectMs, promise, delays)
}

function missedRecoveries(
  { name, outages, sentAlerts, promise }: Watched,
  { untilMs, disruptions }: History,
): string[] {
  return outages.flatMap((outage, index) => {
    const dueMs = outage.untilMs + extended(outage.untilMs, promise.recoverMs, promise, disruptions)
    const isExpected = dueMs < Math.min(outages[index + 1]?.fromMs ?? untilMs, untilMs)
    return isExpected && lastSent(sentAlerts, dueMs) === 'failure'
      ? [`${name}: up since ${outage.untilMs}, recovery not notified by ${dueMs}`]
      : []
  })
}

const lastSent = (sentAlerts: readonly SentAlert[], byMs: number): SentAlert['kind'] | undefined =>
  sentAlerts.findLast(({ atMs }) => atMs <= byMs)?.kind

const costOf = (disruption: Disruption, { perDisruptionMs, perDelayMs }: Promised): number =>
  disruption.isLosing ? perDisruptionMs : perDelayMs

/** How long something that takes `ms` may take from a moment on, with the disruptions it overlaps. */
function extended(fromMs: number, ms: number, promise: Promised, disruptions: readonly Disruption[]): number {
  let total = ms
  for (const disruption of disruptions) {
    const overMs = disruption.untilMs + costOf(disruption, promise)
    if (overMs > fromMs && disruption.fromMs < fromMs + total) total += overMs - Math.max(disruption.fromMs, fromMs)
  }
  return total
}

/** The same for something that is over at a moment. */
function extendedBack(atMs: number, ms: number, promise: Promised, disruptions: readonly Disruption[]): number {
  let total = ms
  for (const disruption of disruptions.toReversed()) {
    const overMs = disruption.untilMs + costOf(disruption, promise)
    if (disruption.fromMs < atMs && overMs > atMs - total) total += overMs - disruption.fromMs
  }
  return total
}

/** How many outages lasted so long that they had to be notified. */
export const countNotifiableOutages = ({ outages, promise }: Watched, history: History): number =>
  outages.filter((outage) => {
    const dueMs = noticedBy(outage, promise, history)
    return !promise.isMuted && dueMs < Math.min(outage.untilMs, history.untilMs)
  }).length
