import type { DrillResource } from '#contract'
import type { FoundDrill } from '#storage/runs'
import { validated } from './validated.ts'

/** A drill with what people call its channels. */
export const presentDrill = (drill: FoundDrill, names: ReadonlyMap<number, string>): DrillResource =>
  validated<DrillResource>({
    ...drill,
    status: statusOf(drill),
    createdAt: drill.createdAt.toISOString(),
    endedAt: drill.endedAt?.toISOString() ?? null,
    deliveries: drill.deliveries.map((one) => ({ ...one, name: names.get(one.channelId) ?? one.type })),
  })

function statusOf({ endedAt, title, isRunning }: FoundDrill): DrillResource['status'] {
  if (endedAt !== null) return title === null ? 'NOT_SENT' : 'SENT'
  return isRunning ? 'RUNNING' : 'SENDING'
}
