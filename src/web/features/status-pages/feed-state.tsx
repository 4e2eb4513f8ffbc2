import { lateTexts } from '../../strings/late.ts'
import { Glyph, stateClass, StatusLine } from '../../ui/status.tsx'
import type { Feed } from './api.ts'
import { stateOfPublic } from '../../ui/state-of-public.ts'

const words = lateTexts.statusPages

/** The state of what a component follows. */
export function FeedState({ state }: { readonly state: Feed['state'] }) {
  const shape = state === 'UNKNOWN' ? 'UNKNOWN' : stateOfPublic[state]
  return (
    <StatusLine className={stateClass[shape]} isSmall>
      <Glyph state={shape} />
      {state === 'UNKNOWN' ? words.feeds.unknown : words.states[state]}
    </StatusLine>
  )
}
