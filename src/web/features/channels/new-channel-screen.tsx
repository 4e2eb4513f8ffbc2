import { useState } from 'react'
import type { ChannelType } from '#contract'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { ChannelMark } from '../../alerting/channel-mark.tsx'
import { noConflict } from '../../ui/conflict-form.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { Page } from '../../ui/page.tsx'
import { useMayCreateChannel } from './api.ts'
import { ChannelCrumb, ChannelForm } from './channel-form.tsx'
import { TypeCards } from '../../ui/type-cards.tsx'
import { channelTypes, formOf } from './form-of.ts'

const words = lateTexts.setup.channels

/** A new alert channel: first its type, then its settings. */
export function NewChannelScreen() {
  const [type, setType] = useState<ChannelType | null>(null)
  const mayCreate = useMayCreateChannel()
  if (!mayCreate) return <Forbidden title={words.new} />
  if (type !== null)
    return <ChannelForm key={type} type={type} config={formOf(type).start} channel={null} conflictState={noConflict} />
  return (
    <Page title={words.new} crumbs={<ChannelCrumb />}>
      <section className="pad">
        <h2>{words.chooseType}</h2>
        <TypeCards
          types={channelTypes}
          names={texts.alerts.channels}
          markOf={(of) => <ChannelMark type={of} />}
          onChoose={setType}
        />
      </section>
    </Page>
  )
}
