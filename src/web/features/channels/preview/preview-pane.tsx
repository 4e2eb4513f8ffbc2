import { useState } from 'react'
import { exampleEvents } from '#contract'
import type { ExampleEvent } from '#contract'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { previewChannel } from '../api.ts'
import type { ChannelDraft, ChannelPreview } from '../api.ts'
import { Message } from './message.tsx'

const words = lateTexts.setup.channels

/** The message of an event, as the channel would send it with the settings that are typed. */
export function PreviewPane(draft: ChannelDraft) {
  const [event, setEvent] = useState<ExampleEvent>('failure')
  const [preview, setPreview] = useState<ChannelPreview | null>(null)
  const [error, setError] = useState<unknown>(null)
  const show = (of: ExampleEvent): void => {
    setEvent(of)
    setError(null)
    void previewChannel(draft, of).then(setPreview, setError)
  }
  return (
    <section className="pad stack pane" aria-label={words.preview}>
      <div className="row">
        <Button onClick={() => show(event)}>{words.preview}</Button>
        <div className="grow">
          <Select
            aria-label={words.event}
            value={event}
            options={exampleEvents.map((value) => ({ value, label: words.events[value] }))}
            onChange={show}
          />
        </div>
      </div>
      <ErrorNote error={error} />
      {preview !== null && <Message preview={preview} />}
    </section>
  )
}
