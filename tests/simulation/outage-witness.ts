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

/** How quickly a target of a check must be spoken of, as its settings promise, when the service has no trouble itself. */
export interface Promised {
  /** The longest from the begin of an outage to the message about it. */
  readonly detectMs: number
  /** The longest from the end of an outage to the message about it. */
  readonly recoverMs: number
  /** The longest from what a run saw to the message about it. */
  readonly echoMs: number
  /** What each trouble that loses runs or pings may cost on top of its own length; others delay what they meet. */
  readonly perTroubleMs: number
  readonly perDelayMs: number
  /** Nobody is to be told anything. */
  readonly isMuted: boolean
}

export interface Told {
  readonly kind: 'failure' | 'recovery'
  readonly atMs: number
}

/** One target with its true history, and what people were told about it. */
export interface Watched {
  readonly name: string
  readonly promise: Promised
  /** In order, apart from each other. */
  readonly outages: readonly Stretch[]
  /** In order. */
  readonly told: readonly Told[]
}

export interface History {
  readonly fromMs: number
  readonly untilMs: number
  /** In order of their begin. */
  readonly troubles: readonly Trouble[]
}

/**
 * What the service got wrong about a target: an alert of one that was up, an outage longer than the policy allows that
 * nobody was told of, a recovery that was not told. Empty when all is well.
 */
export function problemsOf(watched: Watched, history: History): string[] {
  if (watched.promise.isMuted)
    return watched.told.map((told) => `${watched.name}: told of a muted check at ${told.atMs}`)
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
      ? [`${name}: up since ${outage.untilMs}, not told by ${dueMs}`]
      : []
  })
}

const lastTold = (told: readonly Told[], byMs: number): Told['kind'] | undefined =>
  told.findLast(({ atMs }) => atMs <= byMs)?.kind

const costOf = (trouble: Trouble, { perTroubleMs, perDelayMs }: Promised): number =>
  trouble.isLosing ? perTroubleMs : perDelayMs

/** How long something that takes `ms` may take from a moment on, with the troubles it meets. */
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

/** How many outages lasted long enough that nobody may have missed them. */
export const judgedOutages = ({ outages, promise }: Watched, { untilMs, troubles }: History): number =>
  outages.filter((outage) => {
    const dueMs = outage.fromMs + extended(outage.fromMs, promise.detectMs, promise, troubles)
    return !promise.isMuted && dueMs < Math.min(outage.untilMs, untilMs)
  }).length
