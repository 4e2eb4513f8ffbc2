import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { useTestChannel } from './api.ts'
import type { Channel, ChannelDraft, TestOutcome } from './api.ts'
import { ChannelDeliveries } from './channel-deliveries.tsx'
import { PreviewPane } from './preview/preview-pane.tsx'

const words = lateTexts.setup.channels

interface BesideProps extends ChannelDraft {
  /** Null: a new one. */
  readonly channel: Channel | null
  readonly mayChange: boolean
}

/** The preview, the test and the last deliveries of a channel. */
export const BesideChannel = ({ type, config, channel, mayChange }: BesideProps) => (
  <aside aria-label={words.delivery}>
    {mayChange && <Test id={channel?.id ?? null} type={type} config={config} />}
    {mayChange && <PreviewPane type={type} config={config} />}
    {channel && <ChannelDeliveries channel={channel} />}
  </aside>
)

interface TestProps extends ChannelDraft {
  /** Null: a channel that is not saved yet, which is tested as it is typed. */
  readonly id: number | null
}

function Test({ id, ...draft }: TestProps) {
  const testChannel = useTestChannel()
  const [outcome, setOutcome] = useState<TestOutcome | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const test = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    setOutcome(null)
    await testChannel(id, draft).then(setOutcome, setError)
    setBusy(false)
  }
  return (
    <section className="pad stack" aria-label={words.test}>
      <div>
        <Button isBusy={isBusy} onClick={() => void test()}>
          {words.test}
        </Button>
      </div>
      <div role="status">
        {outcome && (
          <>
            <StatusLine as="p">
              <Glyph state={outcome.outcome === 'sent' ? 'PASSING' : 'FAILING'} />
              {words.tested[outcome.outcome]}
            </StatusLine>
            <p className="small dim anywhere">{reasonText(outcome.response).slice(0, 500)}</p>
          </>
        )}
      </div>
      <ErrorNote error={error} />
    </section>
  )
}
