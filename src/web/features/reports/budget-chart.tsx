import { lateTexts } from '../../strings/late.ts'
import { formatPercent, formatUtcDay } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useHistory } from './api.ts'
import type { Objective } from './api.ts'
import styles from './reports.module.css'

const words = lateTexts.reports.objectives
const [width, height] = [720, 120]

/** The budget that was left at the end of each day of the window; the lowest line is nothing, or what was overused. */
export function BudgetChart({ objective: { id, name } }: { readonly objective: Objective }) {
  const history = useHistory(id)
  return (
    <Pane title={words.chart} more={name}>
      <Loaded query={history} rows={3}>
        {({ days }) => {
          const known = days.flatMap(({ day, leftPercent }, index) =>
            leftPercent === null ? [] : [{ day, left: leftPercent, index }],
          )
          const [first, last] = [known[0], known.at(-1)]
          if (first === undefined || last === undefined) return <p className="padx pb dim">{words.noResults}</p>
          const least = Math.min(0, ...known.map(({ left }) => left))
          const y = (left: number): number => ((100 - left) / (100 - least)) * height
          const x = (index: number): number => (index / Math.max(1, days.length - 1)) * width
          const points = known.map(({ index, left }) => `${x(index).toFixed(1)},${y(left).toFixed(1)}`).join(' ')
          const label = words.chartOf(name, shareText(first.left), shareText(last.left))
          return (
            <figure className={`padx pb ${styles.budget}`}>
              <div className={styles.plot}>
                {labelled(least).map((left) => (
                  <span
                    key={left}
                    className={styles.share}
                    style={{ top: `${(y(left) / height) * 100}%` }}
                    aria-hidden="true"
                  >
                    {shareText(left)}
                  </span>
                ))}
                <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
                  <path className={styles.zero} d={`M0 ${y(0)}H${width}`} />
                  <polyline
                    className={styles.left}
                    points={known.length > 1 ? points : `0,${y(first.left)} ${points}`}
                  />
                </svg>
              </div>
              <figcaption className="row small mute">
                <span>{formatUtcDay(days[0]?.day ?? first.day)}</span>
                <span className="end">
                  {formatUtcDay(last.day)}: {shareText(last.left)}
                </span>
              </figcaption>
            </figure>
          )
        }}
      </Loaded>
    </Pane>
  )
}

/** The lines of the chart that have room for their percentage: nothing left, everything, and the lowest. */
function labelled(least: number): readonly number[] {
  const shares = { all: 100 / (100 - least), overused: -least / (100 - least) }
  return [0, ...(shares.all > 0.15 ? [100] : []), ...(shares.overused > 0.15 ? [least] : [])]
}

const shareText = (percent: number): string => formatPercent(percent / 100, 1)
