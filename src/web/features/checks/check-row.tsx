import { Link } from '@tanstack/react-router'
import { BellOff } from 'lucide-react'
import { memo } from 'react'
import type { Answer } from '../../api/operations.ts'
import { texts } from '../../strings/index.ts'
import { formatAgo, formatMs } from '../../ui/format.ts'
import { Status } from '../../ui/status.tsx'

const words = texts.checks

interface CheckRowProps {
  readonly row: Answer<'listCheckRows'>['entries'][number]
  readonly index: number
  readonly top: number
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly onSelect?: () => void
}

/** A row of fixed height; ten thousand of them are cheap because only those in view exist. */
export const CheckRow = memo(
  function CheckRow({ row, index, top, isCurrent, isSelected, onSelect }: CheckRowProps) {
    const { id, name, state, checkType, groupName, lastResponseTime, frequency, lastRunAt, muted, tags } = row
    return (
      <div
        className={`listrow${isCurrent ? ' current' : ''}${isSelected ? ' selected' : ''}`}
        role="row"
        aria-rowindex={index + 1}
        aria-selected={isSelected}
        style={{ position: 'absolute', top, insetInline: 0 }}
      >
        <span role="gridcell">
          {onSelect && (
            <input
              type="checkbox"
              className="check"
              aria-label={words.select(name)}
              checked={isSelected}
              onChange={onSelect}
            />
          )}
        </span>
        <span role="gridcell" className="row">
          <Link className="quiet trunc" to="/checks/$id" params={{ id }} style={{ fontWeight: 500 }}>
            {name}
          </Link>
          <span className="ty">{words.types[checkType]}</span>
          {muted && <BellOff className="ic s" aria-label={words.muted} />}
          <span className="wide row gap4 trunc">
            {tags.slice(0, 3).map((tag) => (
              <span key={tag} className="tag">
                {tag}
              </span>
            ))}
          </span>
        </span>
        <span role="gridcell">
          <Status state={state} />
        </span>
        <span role="gridcell" className="wide trunc dim">
          {groupName}
        </span>
        <span role="gridcell" className="wide num">
          {formatMs(lastResponseTime)}
        </span>
        <span role="gridcell" className="wide num">
          {frequency === null ? '–' : words.everyMinutes(frequency)}
        </span>
        <span role="gridcell" className="wide num mute">
          {lastRunAt === null ? '–' : formatAgo(Date.parse(lastRunAt), Date.now())}
        </span>
      </div>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.top === after.top &&
    before.isCurrent === after.isCurrent &&
    before.isSelected === after.isSelected,
)
