import { lateTexts } from '../../strings/late.ts'
import { TickStrip } from '../../ui/tick-strip.tsx'
import { stateOfResult } from '../../results/state-of-result.ts'
import type { ResultNeighbours } from './api.ts'
import type { Result } from '../../results/api.ts'
import styles from './runs-around.module.css'

const shape = { width: 3, gap: 1, height: 24 }

/** The runs before and after this one as ticks, with a mark below this one. */
export function RunsAround({
  result: { id },
  neighbours,
}: {
  readonly result: Result
  readonly neighbours: ResultNeighbours | undefined
}) {
  const around = neighbours?.around ?? []
  const at = around.findIndex((run) => run.id === id)
  if (around.length < 2) return null
  const ticks = around.map((run) => ({ state: stateOfResult(run), responseTime: run.responseTime }))
  return (
    <span className={styles.runs}>
      <TickStrip ticks={ticks} shape={shape} label={lateTexts.result.around} />
      {at >= 0 && <i className={styles.mark} aria-hidden="true" style={{ left: at * (shape.width + shape.gap) - 2 }} />}
    </span>
  )
}
