import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { formatAxisDay, formatBytes, formatNumber } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Select } from '../../ui/select.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { useUseHistory } from './api.ts'
import type { Entitlements, UseHistory } from './api.ts'
import { measuresOf } from './use-measures.ts'
import type { Measure } from './use-measures.ts'
import styles from './use-history.module.css'

const words = lateTexts.installation.account.history
const [width, height] = [720, 96]

/** The use of the plan on each of the last days, as bars and as a table. */
export function UseHistoryPane({ plan }: { readonly plan: Entitlements }) {
  const history = useUseHistory()
  return (
    <Loaded query={history} rows={3}>
      {({ days }) => <History days={days} plan={plan} />}
    </Loaded>
  )
}

interface Props {
  readonly days: UseHistory['days']
  readonly plan: Entitlements
}

function History({ days, plan }: Props) {
  const measures = measuresOf(days, plan)
  const [chosen, setChosen] = useState('')
  const measure = measures.find(({ value }) => value === chosen) ?? measures[0]
  const select = (
    <span className="end">
      <Select aria-label={words.measure} isSmall value={measure?.value ?? ''} options={measures} onChange={setChosen} />
    </span>
  )
  return (
    <Pane title={words.title} end={select}>
      {measure === undefined || days.length === 0 ? (
        <p className="padx pb dim">{words.none}</p>
      ) : (
        <div className="padx pb stack">
          <Bars days={days} measure={measure} />
          <details>
            <summary>{words.asTable}</summary>
            <UseTable days={days} measure={measure} />
          </details>
        </div>
      )}
    </Pane>
  )
}

interface MeasureProps {
  readonly days: UseHistory['days']
  readonly measure: Measure
}

/** Of a day in UTC, as is said above the table. */
const dayOf = (day: string): string => formatAxisDay(Date.parse(`${day}T12:00`))

const textOf = (measure: Measure, value: number): string => (measure.isBytes ? formatBytes(value) : formatNumber(value))

function Bars({ days, measure }: MeasureProps) {
  const { of, limit, label } = measure
  const values = days.map(of)
  const [most, last] = [Math.max(...values), values.at(-1) ?? 0]
  // A limit far above the use would press the bars flat; it is in the caption then.
  const showsLimit = limit !== undefined && limit > 0 && limit <= most * 4
  const top = Math.max(1, most, showsLimit ? limit : 0)
  const step = width / Math.max(values.length, 30)
  const text = (value: number): string => textOf(measure, value)
  const [first = '', latest = ''] = [days[0], days.at(-1)].map((one) => one && dayOf(one.day))
  return (
    <figure className={styles.history}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chartOf(label, [first, latest], text(most), text(last))}
      >
        {values.map((value, index) => {
          const tall = (value / top) * height
          return (
            <rect
              key={days[index]?.day}
              className={limit !== undefined && value >= limit ? styles.full : styles.bar}
              x={index * step}
              y={height - tall}
              width={step * 0.8}
              height={tall}
            />
          )
        })}
        {showsLimit && <path className={styles.limit} d={`M0 ${height - (limit / top) * height}H${width}`} />}
      </svg>
      <figcaption className="row wrap small mute">
        <span>{first}</span>
        <span>{limit === undefined ? words.most(text(most)) : words.mostOf(text(most), text(limit))}</span>
        <span className="end">
          {latest}: {text(last)}
        </span>
      </figcaption>
    </figure>
  )
}

const UseTable = ({ days, measure }: MeasureProps) => (
  <Table isStacked className={styles.table}>
    <TableHead columns={[words.day, measure.label]} />
    <tbody>
      {days.toReversed().map((day) => (
        <tr key={day.day}>
          <td>{dayOf(day.day)}</td>
          <td>{textOf(measure, measure.of(day))}</td>
        </tr>
      ))}
    </tbody>
  </Table>
)
