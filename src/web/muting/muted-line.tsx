import { BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '../api/operations.ts'
import { texts } from '../strings/index.ts'
import { mutedText, useSilence } from './muted-text.ts'
import { useUnmute } from './use-unmute.ts'

type Row = Pick<Answer<'listCheckRows'>['entries'][number], 'id' | 'name' | 'silence'>

/** Until when a check is muted or snoozed, and what ends it; nothing when it is neither. */
export function MutedLine({ row, children }: { readonly row: Row; readonly children?: ReactNode }) {
  const unmute = useUnmute(row)
  const silence = useSilence(row.silence)
  if (silence === null) return null
  return (
    <p className="row small wrap">
      <BellOff className="ic s" aria-hidden="true" />
      <span>
        {children ?? <b>{row.name}</b>} {mutedText(silence)}
        {unmute && ' · '}
        {unmute && (
          <button type="button" className="link" aria-label={texts.checks.unmuteOne(row.name)} onClick={unmute}>
            {texts.common.undo}
          </button>
        )}
      </span>
    </p>
  )
}
