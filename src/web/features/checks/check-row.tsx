import { BellOff } from 'lucide-react'
import { memo } from 'react'
import { texts } from '../../strings/index.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { notRunningText } from '../../ui/not-running.ts'
import { Status } from '../../ui/status.tsx'
import type { Tick } from '../../ui/tick-strip.tsx'
import { mutedText, useSilence } from '../../muting/muted-text.ts'
import type { CheckMetrics, CheckRowData } from './api.ts'
import type { Column } from './columns.tsx'
import { textOfList } from '../../ui/listed-values.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './check-rows.module.css'

const words = texts.checks

interface CheckRowProps {
  readonly row: CheckRowData
  readonly index: number
  readonly top: number
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly columns: readonly Column[]
  readonly ticks: readonly Tick[] | undefined
  readonly metrics: CheckMetrics | undefined
  readonly onSelect?: (isRange: boolean) => void
}

/** A row of fixed height; ten thousand of them are cheap because only those in view exist. */
export const CheckRow = memo(
  function CheckRow({ row, index, top, isCurrent, isSelected, columns, ticks, metrics, onSelect }: CheckRowProps) {
    const { id, name, state, checkType, tags, notRunning } = row
    const silence = useSilence(row.silence)
    return (
      <div
        className={[styles.row, isCurrent && styles.current, isSelected && styles.selected].filter(Boolean).join(' ')}
        role="row"
        aria-rowindex={index + 1}
        aria-selected={isSelected}
        style={{ top }}
      >
        <span role="gridcell">
          {onSelect && (
            <input
              type="checkbox"
              aria-label={words.select(name)}
              checked={isSelected}
              onChange={(event) => {
                const { nativeEvent } = event
                onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }}
            />
          )}
        </span>
        <span role="gridcell" className="row">
          <ListLink className={`quiet trunc ${styles.name}`} to={`/checks/${id}`}>
            {name}
          </ListLink>
          <span className="kind">{words.types[checkType]}</span>
          {silence && (
            <span className="mute small row gap4 trunc" title={mutedText(silence)}>
              <BellOff className="ic s" aria-hidden="true" />
              <span className="trunc">{mutedText(silence)}</span>
            </span>
          )}
          {state === 'UNKNOWN' && notRunning && (
            <span className={`unk small trunc ${styles.reason}`} title={notRunningText(notRunning)}>
              {notRunningText(notRunning)}
            </span>
          )}
          <span className={`${styles.wide} row gap4 trunc`}>
            {tags.slice(0, 3).map((tag) => (
              <Tag key={tag} asChild>
                <ListLink to={`/checks?tag=${encodeURIComponent(textOfList([tag]))}`}>{tag}</ListLink>
              </Tag>
            ))}
          </span>
        </span>
        <span role="gridcell">
          <Status state={state} />
        </span>
        {columns.map(({ key, isNumber, cell }) => (
          <span key={key} role="gridcell" className={`${styles.wide} ${isNumber ? 'num' : 'trunc dim'}`}>
            {cell(row, { ticks, metrics })}
          </span>
        ))}
      </div>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.top === after.top &&
    before.columns === after.columns &&
    before.ticks === after.ticks &&
    before.metrics === after.metrics &&
    before.isCurrent === after.isCurrent &&
    before.isSelected === after.isSelected,
)
