import { lateTexts } from '../../strings/late.ts'
import { Glyph, stateClass, StatusLine } from '../../ui/status.tsx'
import type { Feed } from './api.ts'
import { shapeOf } from './page-state.tsx'

const words = lateTexts.statusPages

/** The state of what a component follows. */
export function FeedState({ state }: { readonly state: Feed['state'] }) {
  const shape = state === 'UNKNOWN' ? 'UNKNOWN' : shapeOf[state]
  return (
    <StatusLine className={stateClass[shape]} isSmall>
      <Glyph state={shape} />
      {state === 'UNKNOWN' ? words.feeds.unknown : words.states[state]}
    </StatusLine>
  )
}
