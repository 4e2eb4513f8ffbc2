import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { texts } from '../../strings/index.ts'
import { formatAlignedMs } from '../../ui/format.ts'
import { Glyph } from '../../ui/status.tsx'
import type { ScriptStep } from './script-steps.ts'
import styles from './step-list.module.css'

interface StepListProps {
  readonly steps: readonly ScriptStep[]
  readonly at: number
  readonly onSelect: (index: number) => void
}

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The steps in their order; arrow keys move the selection. */
export function StepList({ steps, at, onSelect }: StepListProps) {
  const list = useRef<HTMLOListElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key]
    const next = at + (move ?? 0)
    if (move === undefined || steps[next] === undefined) return
    event.preventDefault()
    onSelect(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <ol className={styles.steps} ref={list} onKeyDown={onKeyDown}>
      {steps.map(({ test, title, error, line, duration }, index) => (
        <li key={index}>
          <button type="button" aria-current={index === at ? 'step' : undefined} onClick={() => onSelect(index)}>
            <Glyph state={error === null ? 'PASSING' : 'FAILING'} />
            <span className="sr">{texts.common.runState[error === null ? 'PASSING' : 'FAILING']}</span>
            <span className="mute">{index + 1}</span>
            <span className="grow trunc" title={title}>
              {test === null ? title : `${test}: ${title}`}
            </span>
            {line !== null && <span className="mono small mute">L{line}</span>}
            <span className={`num ${error === null ? 'dim' : 'fail'}`}>{formatAlignedMs(duration)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
