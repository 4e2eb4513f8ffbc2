import { BellOff } from 'lucide-react'
import { texts } from '../../strings/index.ts'
import { momentOfMinute } from '../../ui/time.tsx'
import type { Overview } from './api.ts'

const words = texts.home

/** The checks and alerts that mutes and maintenance hold back at this moment; nothing without any. */
export const SilentNow = ({ silenced: { checks, held, windows } }: Pick<Overview, 'silenced'>) =>
  checks === 0 ? null : (
    <p className="row small">
      <BellOff className="ic s" aria-hidden="true" />
      <span>
        <b>{words.silentNow(checks, held)}</b>
        {windows.map(({ id, name, until }) => (
          <span key={id}> {words.window(name, until === null ? null : momentOfMinute(until))}</span>
        ))}
      </span>
    </p>
  )
