import { lateTexts } from '../../strings/late.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'
import { usePingBody } from './api.ts'
import type { Signal } from './api.ts'
import { saidBy } from './signal-words.ts'

const words = lateTexts.heartbeat
const keptBytes = 10_000

interface OutputDialogProps {
  readonly checkId: string
  readonly signal: Signal
  readonly onClose: () => void
}

/** The output that a job sent with a ping, as text. */
export function OutputDialog({ checkId, signal, onClose }: OutputDialogProps) {
  const body = usePingBody(checkId, signal.id)
  return (
    <Dialog title={words.output} isWide onClose={onClose}>
      <p className="mute">
        {saidBy(signal)}, <Moment at={signal.timestamp} />
      </p>
      {signal.bodyBytes > keptBytes && (
        <Note className="mt8">{words.cut(formatNumber(keptBytes), formatNumber(signal.bodyBytes))}</Note>
      )}
      <div className="mt8">
        <Loaded query={body} rows={4}>
          {({ body: text }) =>
            text === null ? <p>{words.outputGone}</p> : <CodeBlock text={text} label={words.output} />
          }
        </Loaded>
      </div>
    </Dialog>
  )
}
