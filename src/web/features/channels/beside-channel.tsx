import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { Body } from '../../ui/form/body.ts'
import { ChannelDeliveries } from './channel-deliveries.tsx'

const words = lateTexts.setup.channels

interface BesideProps {
  readonly type: string
  readonly config: Body
  /** Null: a new one. */
  readonly channel: Answer<'getAlertChannel'> | null
  readonly mayChange: boolean
}

/** The preview, the test and the last deliveries of a channel. */
export const BesideChannel = ({ type, config, channel, mayChange }: BesideProps) => (
  <aside aria-label={words.preview}>
    {mayChange && <Test id={channel?.id ?? null} type={type} config={config} />}
    {mayChange && <Preview type={type} config={config} />}
    {channel && <ChannelDeliveries channel={channel} />}
  </aside>
)

interface TestProps extends Pick<BesideProps, 'type' | 'config'> {
  /** Null: a channel that is not saved yet, which is tested as it is typed. */
  readonly id: number | null
}

function Test({ id, type, config }: TestProps) {
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Answer<'testAlertChannel'> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const test = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    setOutcome(null)
    const sent =
      id === null
        ? call('testNewAlertChannel', { body: { type, config } as never })
        : call('testAlertChannel', { params: { id } })
    await sent.then(setOutcome, setError)
    setBusy(false)
    // A test is an attempt, too.
    for (const read of ['listAlertChannels', 'getAlertChannel'] as const)
      void client.invalidateQueries({ queryKey: [read] })
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
            <p className="st">
              <Glyph state={outcome.outcome === 'sent' ? 'PASSING' : 'FAILING'} />
              {words.tested[outcome.outcome]}
            </p>
            <p className="small dim mono" style={{ overflowWrap: 'anywhere' }}>
              {outcome.response.slice(0, 500)}
            </p>
          </>
        )}
      </div>
      <ErrorNote error={error} />
    </section>
  )
}

function Preview({ type, config }: { readonly type: string; readonly config: Body }) {
  const [preview, setPreview] = useState<Answer<'previewNewAlertChannel'> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const show = (): void => {
    setError(null)
    void call('previewNewAlertChannel', { body: { type, config } as never }).then(setPreview, setError)
  }
  return (
    <section className="pad stack pane" aria-label={words.preview}>
      <div>
        <Button onClick={show}>{words.preview}</Button>
      </div>
      <ErrorNote error={error} />
      {preview !== null && <CodeBlock label={words.previewOf} text={textOfPreview(preview)} />}
    </section>
  )
}

/** The text of a mail, or the requests that would be sent; else what keeps the message from being made. */
function textOfPreview({ mail, requests, problem }: Answer<'previewNewAlertChannel'>): string {
  if (mail) return `${mail.subject}\n\n${mail.text}`
  if (problem) return problem
  return (requests ?? []).map(({ method, url, body, text }) => text ?? `${method} ${url}\n\n${body ?? ''}`).join('\n\n')
}
